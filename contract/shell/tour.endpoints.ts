/** The step of the tour that a user has reached. */
import type { Endpoint } from '../base/endpoint';

export const TOUR_MAX_STEPS = 5;

export const tourEndpoints = {
  saveTour: {
    method: 'PUT',
    path: '/api-user/v1/tour',
    summary: 'Stores the step at which the tour of the caller continues, in any browser.',
    auth: 'bearer',
    body: {
      title: 'SaveTour',
      type: 'object',
      required: ['step'],
      properties: {
        step: {
          type: ['integer', 'null'],
          minimum: 0,
          maximum: TOUR_MAX_STEPS - 1,
          description: 'Null once they have seen all of it, or skipped the rest.',
        },
      },
      additionalProperties: false,
    },
    response: { title: 'TourSaved', type: 'object', additionalProperties: false },
    errors: [],
  },
} as const satisfies Record<string, Endpoint>;
