import { NotePage } from './NotePage';

export function UnauthorizedPage() {
  return (
    <NotePage title="Unauthorized access.">
      <p>
        There is such a page, and it is not open to you. If you need it, ask the administrator of your organization for
        the permission, or write to the support contact below.
      </p>
    </NotePage>
  );
}
