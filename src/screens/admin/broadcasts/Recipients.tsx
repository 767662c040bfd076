import { useDispatch } from 'react-redux';
import type { BroadcastPage } from '../../../../sagas/features/admin/broadcasts/broadcast.selectors';
import {
  broadcastReloadRequested,
  recipientsChosen,
  type RecipientsShown,
} from '../../../../sagas/features/admin/broadcasts/broadcast.slice';
import { ownZone } from '../../../../sagas/base/dates';
import { zonedText } from '../../../../sagas/base/zones';
import { Progress } from '../../../ui/Progress';
import { ToolButton } from '../../../ui/ToolButton';

const number = new Intl.NumberFormat('en-US');
const CHOICES: readonly (readonly [RecipientsShown, string])[] = [
  ['all', 'All'],
  ['accepted', 'Accepted'],
  ['waiting', 'Not yet'],
];

/** Who has accepted it and when, and who has not. */
export function Recipients({ page }: { readonly page: BroadcastPage }) {
  const dispatch = useDispatch();
  const { accepted, recipients, rows, show, pages, stale, loading } = page;
  const percent = recipients === 0 ? 0 : Math.floor((accepted / recipients) * 100);
  const go = (next: number) => dispatch(recipientsChosen({ show, page: next }));
  return (
    <section className="form-card" aria-label="Recipients">
      <div className="recipients-head">
        <h2>
          {number.format(accepted)} of {number.format(recipients)} accepted
        </h2>
        <ToolButton busy={loading} onClick={() => dispatch(broadcastReloadRequested())}>
          Refresh
        </ToolButton>
      </div>
      <Progress name="Accepted" percent={percent} />
      <div className="view-choice" role="group" aria-label="Recipients to show">
        {CHOICES.map(([value, label]) => (
          <button
            key={value}
            type="button"
            aria-pressed={value === show}
            onClick={() => dispatch(recipientsChosen({ show: value, page: 0 }))}
          >
            {label}
          </button>
        ))}
      </div>
      {rows.length === 0 && !stale && <p className="quiet">{emptyText(show, recipients)}</p>}
      {rows.length > 0 && (
        <div
          className={stale ? 'recipients-frame is-stale' : 'recipients-frame'}
          tabIndex={0}
          role="region"
          aria-label="People"
        >
          <table className="recipients">
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">Organization</th>
                <th scope="col">Accepted</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ name, userName, organizationName, acceptedAt }) => (
                <tr key={`${organizationName} ${userName}`}>
                  <th scope="row">
                    {name} <small className="quiet">{userName}</small>
                  </th>
                  <td>{organizationName}</td>
                  <td>
                    {acceptedAt === null ? (
                      <span className="quiet">Not yet</span>
                    ) : (
                      zonedText(Date.parse(acceptedAt), ownZone())
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {pages > 1 && (
        <div className="recipients-pages">
          <ToolButton
            icon="previous"
            iconOnly
            aria-label="Previous page"
            aria-disabled={page.page === 0}
            onClick={() => page.page > 0 && go(page.page - 1)}
          />
          <span role="status">
            Page {page.page + 1} of {pages}
          </span>
          <ToolButton
            icon="next"
            iconOnly
            aria-label="Next page"
            aria-disabled={page.page + 1 >= pages}
            onClick={() => page.page + 1 < pages && go(page.page + 1)}
          />
        </div>
      )}
    </section>
  );
}

function emptyText(show: RecipientsShown, recipients: number): string {
  if (recipients === 0) return 'It went to nobody.';
  if (show === 'accepted') return 'Nobody has accepted it yet.';
  return show === 'waiting' ? 'Everybody has accepted it.' : 'Nobody is on this page. Go back to the first.';
}
