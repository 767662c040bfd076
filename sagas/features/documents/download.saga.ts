/** Saves the file that a call answers with to the browser's downloads, or says why it could not. */
import { call, put, type SagaGenerator } from '../../base/runtime/effects';
import type { FetchedFile } from '../../../machines/references';
import { failureText } from '../../base/http/failureText';
import { port } from '../../base/ports';
import { noticeShown } from '../../base/notices/notices.slice';
import { attempt } from '../../base/http/attempt.saga';

/** The files port names the file as the server does. */
export function* download(fetchFile: () => SagaGenerator<FetchedFile>): SagaGenerator<void> {
  const files = yield* port('files');
  const { failure, answer } = yield* attempt(fetchFile());
  if (failure) {
    const text = `The document was not downloaded. ${failureText(failure)}`;
    return void (yield* put(noticeShown({ tone: 'negative', text })));
  }
  yield* call(files.save, answer.file, answer.fileName);
  yield* call(files.release, [answer.file]);
}
