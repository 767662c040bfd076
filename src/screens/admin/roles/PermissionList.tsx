import { useState } from 'react';
import type { Permission } from '../../../../contract/base/permissions';
import {
  searchPermissions,
  lockOf,
  withToggled,
  type GrantedPermission,
  type LoadedRole,
} from '../../../../sagas/features/admin/roles/roles.rules';
import { CheckField } from '../../../ui/CheckField';
import { Icon } from '../../../ui/Icon';
import '../../../ui/theme/searchField.css';

interface PermissionListProps {
  readonly groups: LoadedRole['groups'];
  /** As last saved. */
  readonly before: readonly Permission[];
  readonly chosen: readonly Permission[];
  readonly onChange: (permissions: readonly Permission[]) => void;
}

/** All permissions by group, with a search. */
export function PermissionList({ groups, before, chosen, onChange }: PermissionListProps) {
  const [search, setSearch] = useState('');
  const found = searchPermissions(groups, search);
  const added = chosen.filter((code) => !before.includes(code)).length;
  const removed = before.filter((code) => !chosen.includes(code)).length;
  return (
    <fieldset className="form-card">
      <legend>Permissions</legend>
      <div className="permission-head">
        <div className="search-field">
          <Icon name="search" />
          <input
            type="search"
            aria-label="Search permissions"
            placeholder="Search by name or code"
            autoComplete="off"
            spellCheck={false}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          />
        </div>
        <p className="quiet" role="status">
          {chosen.length} granted{changeText(added, removed)}
        </p>
      </div>
      {found.length === 0 && <p className="quiet">No permission matches. Try other words.</p>}
      {found.map((group) => (
        <Group
          key={group.name}
          name={group.name}
          permissions={group.permissions}
          chosen={chosen}
          onToggle={(code) => onChange(withToggled(chosen, code))}
        />
      ))}
    </fieldset>
  );
}

interface GroupProps {
  readonly name: string;
  readonly permissions: readonly GrantedPermission[];
  readonly chosen: readonly Permission[];
  readonly onToggle: (code: Permission) => void;
}

function Group({ name, permissions, chosen, onToggle }: GroupProps) {
  const granted = permissions.filter(({ code }) => chosen.some((each) => each === code)).length;
  return (
    <section className="permission-group" aria-label={name}>
      <h2>
        {name}{' '}
        <span className="quiet">
          {granted} of {permissions.length}
        </span>
      </h2>
      <div className="permission-grid">
        {permissions.map((permission) => {
          const code = permission.code as Permission;
          return (
            <CheckField
              key={code}
              id={`permission-${code}`}
              name="permissions"
              label={
                <>
                  {permission.name} <small className="permission-code">{code}</small>
                </>
              }
              locked={lockOf(permission)}
              checked={chosen.includes(code)}
              onChange={() => onToggle(code)}
            />
          );
        })}
      </div>
    </section>
  );
}

function changeText(added: number, removed: number): string {
  const parts = [added > 0 && `${added} more`, removed > 0 && `${removed} fewer`].filter(Boolean);
  return parts.length === 0 ? '' : `, ${parts.join(' and ')} than saved`;
}
