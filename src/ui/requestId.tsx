import { Children, type ReactNode } from 'react';
import { REQUEST_ID } from '../../sagas/base/http/failureText';

/** Texts with the id of a request show it in small print; one click selects it whole. */
export const withRequestId = (children: ReactNode): ReactNode =>
  Children.map(children, (child) => {
    const [all, id] = (typeof child === 'string' && REQUEST_ID.exec(child)) || [];
    if (all === undefined) return child;
    return (
      <>
        {String(child).replace(all, '')}
        <small className="request-id">
          Request ID <code>{id}</code>
        </small>
      </>
    );
  });
