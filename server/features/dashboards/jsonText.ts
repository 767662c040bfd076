import { ApiError } from '../../base/errors';

/** For texts that the app reads as JSON when it comes back. Throws `request.invalid` for anything else. */
export function requireJson(text: string): void {
  try {
    JSON.parse(text);
  } catch {
    throw new ApiError('request.invalid', {
      sentence: "The filter must be JSON text, such as '{}'. Nothing was saved; please send it again as JSON.",
    });
  }
}
