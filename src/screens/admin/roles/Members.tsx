import type { RoleStart } from '../../../../sagas/roles/roles.types';

/** Who has the role, and so is told of its changes. */
export function Members({ members }: { readonly members: RoleStart['members'] }) {
  return (
    <section className="form-card role-members" aria-label="Members">
      <h2>Members</h2>
      {members.length === 0 && <p className="quiet">Nobody yet. Roles are given to people under Users.</p>}
      <ul tabIndex={members.length > 0 ? 0 : undefined} aria-label="Members">
        {members.map(({ userId, name, userName }) => (
          <li key={userId}>
            <span>{name}</span>
            <small>{userName}</small>
          </li>
        ))}
      </ul>
    </section>
  );
}
