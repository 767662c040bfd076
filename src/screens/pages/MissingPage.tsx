import { NotePage } from './NotePage';

export function MissingPage() {
  return (
    <NotePage title="Page not found">
      <p>There is no page at this address. It may have been moved, or a letter may be missing in the link.</p>
    </NotePage>
  );
}
