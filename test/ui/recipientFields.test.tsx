/** @jest-environment jsdom */
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Formik } from 'formik';
import { RecipientFields } from '../../src/screens/admin/broadcasts/RecipientFields';

it('the single organizations of a broadcast stay open when the last one is unticked', async () => {
  const audience = { types: [], organizations: [{ id: 'o1', name: 'Lakeside', type: 'CLIENT', people: 3 }] };
  const initialValues = { organizationTypes: [], organizationIds: ['o1'] };
  render(
    <Formik initialValues={initialValues} onSubmit={() => undefined}>
      <RecipientFields audience={audience} />
    </Formik>,
  );
  const box = screen.getByRole<HTMLInputElement>('checkbox', { name: /Lakeside/ });
  await userEvent.setup({ delay: null }).click(box);
  expect([box.checked, box.closest('details')!.open]).toEqual([false, true]);
});
