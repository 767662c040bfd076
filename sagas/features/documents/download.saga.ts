import type { FetchedFile } from '../../../machines/references';
import { attempt } from '../../base/http/attempt.saga';
import { failureText } from '../../base/http/failureText';
import { noticeShown } from '../../base/notices/notices.slice';
import { port } from '../../base/ports/ports';
import { call, put, type SagaGenerator } from '../../base/runtime/effects';

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
