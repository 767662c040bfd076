/** The document of a notification goes to the browser's downloads. */
import { call, put, type SagaGenerator } from '../effects';
import { CallFailed } from '../../machines/failure';
import { failureText } from '../access/access.texts';
import { request } from '../http/request.saga';
import { port } from '../ports';
import { noticeShown } from '../shell/notices/notices.actions';
import type { documentPressed } from './notifications.intents';

/** The files port names the file as the server does. */
export function* downloadDocument({ payload }: ReturnType<typeof documentPressed>): SagaGenerator<void> {
  const files = yield* port('files');
  try {
    const { file, fileName } = yield* call(request<'notificationDocument'>, 'notificationDocument', {
      params: { notificationId: payload.id },
    });
    yield* call(files.save, file, fileName);
    yield* call(files.release, [file]);
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    yield* put(
      noticeShown({ tone: 'negative', text: `The document was not downloaded. ${failureText(error.failure)}` }),
    );
  }
}
