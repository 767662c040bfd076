/** A file that a call answers with goes to the browser's downloads; a person is told where it does not. */
import { call, put, type SagaGenerator } from '../effects';
import { CallFailed } from '../../machines/failure';
import type { FetchedFile } from '../../machines/file';
import { failureText } from '../access/access.texts';
import { port } from '../ports';
import { noticeShown } from '../shell/notices/notices.actions';

/** The files port names the file as the server does. */
export function* download(fetch: () => SagaGenerator<FetchedFile>): SagaGenerator<void> {
  const files = yield* port('files');
  try {
    const { file, fileName } = yield* call(fetch);
    yield* call(files.save, file, fileName);
    yield* call(files.release, [file]);
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    yield* put(
      noticeShown({ tone: 'negative', text: `The document was not downloaded. ${failureText(error.failure)}` }),
    );
  }
}
