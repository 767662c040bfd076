import type { RefObject } from 'react';
import type { DemoUser } from '../../../contract/shell/runtimeConfig';
import { selectConfig } from '../../../sagas/session/signIn/signIn.selectors';
import { useAppSelector } from '../../hooks/useAppSelector';
import '../../ui/theme/demo.css';
import { fieldOf } from './signInFields';

interface DemoUsersProps {
  readonly users: readonly DemoUser[];
  readonly form: RefObject<HTMLFormElement>;
}

/** Demo users. A click fills the form; the person still signs in. */
export function DemoUsers({ users, form }: DemoUsersProps) {
  const { demoPassword = '' } = useAppSelector(selectConfig);

  function fill(user: DemoUser) {
    const values = {
      username: user.userName,
      password: demoPassword,
      organizationCode: user.organizationCode,
    } as const;
    for (const [field, value] of Object.entries(values)) {
      const input = fieldOf(form.current, field as keyof typeof values);
      if (input === null) continue;
      input.value = value;
      // An input event, so that the form clears its message about the field.
      input.dispatchEvent(new Event('input', { bubbles: true }));
    }
    form.current?.querySelector<HTMLElement>(demoPassword === '' ? '[name="password"]' : '[type="submit"]')?.focus();
  }

  return (
    <section className="demo" aria-labelledby="demo-title">
      <h2 id="demo-title">Demo users</h2>
      <p className="quiet">Choose one to fill the form.</p>
      <ul>
        {users.map((user) => (
          <li key={`${user.userName} ${user.organizationCode}`}>
            {user.signInPath === undefined ? (
              <button type="button" className="demo-user" onClick={() => fill(user)}>
                <UserFacts user={user} />
              </button>
            ) : (
              // Single sign-on starts at an address of its own.
              <a className="demo-user" href={user.signInPath}>
                <UserFacts user={user} />
              </a>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function UserFacts({ user: { userName, organizationCode, type, note } }: { readonly user: DemoUser }) {
  return (
    <>
      <b>{userName}</b>
      <span>{organizationCode}</span>
      <span className="demo-note">{note ? `${type} · ${note}` : type}</span>
    </>
  );
}
