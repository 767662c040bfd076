import { call, put, select, type SagaGenerator } from '../effects';
import { CallFailed } from '../../machines/failure';
import { failureText } from '../access/access.texts';
import { request } from '../http/request.saga';
import { port } from '../ports';
import { noticeShown } from '../shell/notices/notices.actions';
import { exportMoved } from './lists.reducer';
import { selectColumns, selectListRequest } from './lists.selectors';

/** What is shown, all pages of it, as a file in the browser's downloads. */
export function* exportList(): SagaGenerator<void> {
  const asked = yield* select(selectListRequest);
  if (asked === null) return;
  const { list, query, clientId } = asked;
  const columns = (yield* select(selectColumns)).map(({ name }) => name);
  const files = yield* port('files');
  yield* put(exportMoved({ under: true }));
  try {
    const { filters, q, sort } = query;
    const { file, fileName } = yield* call(request<'listExport'>, 'listExport', {
      params: { list },
      body: { filters, sort, columns, ...(q !== '' && { q }), ...(clientId !== null && { clientId }) },
    });
    yield* call(files.save, file, fileName);
    yield* call(files.release, [file]);
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    yield* put(noticeShown({ tone: 'negative', text: `The list was not exported. ${failureText(error.failure)}` }));
  } finally {
    yield* put(exportMoved({ under: false }));
  }
}
