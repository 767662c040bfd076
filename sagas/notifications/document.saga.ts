/** The document of a notification goes to the browser's downloads. */
import { call, type SagaGenerator } from '../effects';
import { download } from '../documents/download.saga';
import { request } from '../http/request.saga';
import type { documentPressed } from './notifications.intents';

export function* downloadDocument({ payload }: ReturnType<typeof documentPressed>): SagaGenerator<void> {
  yield* download(() =>
    call(request<'notificationDocument'>, 'notificationDocument', { params: { notificationId: payload.id } }),
  );
}
