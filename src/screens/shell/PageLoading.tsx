import { Loader } from '../../ui/Loader';

/** In the place of a page whose file is on its way, as tall as a page, so that nothing below it jumps. */
export function PageLoading() {
  return (
    <div className="page-loading">
      <Loader>Loading</Loader>
    </div>
  );
}
