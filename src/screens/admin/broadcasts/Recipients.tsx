import { useRef, type KeyboardEvent } from 'react';
import { useDispatch } from 'react-redux';
import { BROADCAST_RECIPIENT_SEARCH_MAX_LENGTH } from '../../../../contract/broadcasts/broadcast';
import type { BroadcastPage } from '../../../../sagas/features/admin/broadcasts/broadcast.selectors';
import {
  broadcastReloadRequested,
  receiptsRequested,
  recipientsChosen,
  recipientsSearched,
  reminderPressed,
  type RecipientsShown,
} from '../../../../sagas/features/admin/broadcasts/broadcast.slice';
import { ownZone } from '../../../../sagas/base/dates';
import { zonedText } from '../../../../sagas/base/zones';
import { Button } from '../../../ui/Button';
import { Icon } from '../../../ui/Icon';
import { Progress } from '../../../ui/Progress';
import { ToolButton } from '../../../ui/ToolButton';
import '../../../ui/theme/searchField.css';
import { Deadline } from './Deadline';
import { countText, peopleText } from '../../../../sagas/base/numbers';

const CHOICES: readonly (readonly [RecipientsShown, string])[] = [
  ['all', 'All'],
  ['accepted', 'Accepted'],
  ['waiting', 'Not yet'],
];

/** Who has accepted it and when, and who has not. */
export function Recipients({ page }: { readonly page: BroadcastPage }) {
  const dispatch = useDispatch();
  const { accepted, recipients, found, rows, show, words, pages, stale, loading, broadcast } = page;
  const percent = recipients === 0 ? 0 : Math.floor((accepted / recipients) * 100);
  const go = (next: number) => dispatch(recipientsChosen({ page: next }));
  return (
    <section className="form-card" aria-label="Recipients">
      <div className="recipients-head">
        <h2>
          {countText(accepted)} of {countText(recipients)} accepted
        </h2>
        <ToolButton busy={loading} onClick={() => dispatch(broadcastReloadRequested())}>
          Refresh
        </ToolButton>
      </div>
      <Progress name="Accepted" percent={percent} />
      {broadcast !== null && <FollowUps page={page} broadcast={broadcast} />}
      {broadcast !== null && <Deadline key={broadcast.entityId} page={page} broadcast={broadcast} />}
      <div className="view-choice" role="group" aria-label="Recipients to show">
        {CHOICES.map(([value, label]) => (
          <button
            key={value}
            type="button"
            aria-pressed={value === show}
            onClick={() => dispatch(recipientsChosen({ show: value }))}
          >
            {label}
          </button>
        ))}
      </div>
      <RecipientSearch key={page.entityId} words={words} />
      {words !== '' && !stale && rows.length > 0 && (
        <p className="quiet recipients-found" role="status">
          {found === 1 ? '1 person found' : `${countText(found)} people found`}
        </p>
      )}
      {rows.length === 0 && !stale && (
        <p className="quiet" role="status">
          {words === '' ? emptyText(show, recipients) : 'No recipient matches. Try fewer or other words.'}
        </p>
      )}
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
                <th scope="col">Shown</th>
                <th scope="col">Accepted</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ name, userName, organizationName, shownAt, remindedAt, acceptedAt }) => (
                <tr key={`${organizationName} ${userName}`}>
                  <th scope="row">
                    {name} <small className="quiet">{userName}</small>
                  </th>
                  <td>{organizationName}</td>
                  {/* Broadcasts accepted before this was recorded have no time of display. */}
                  <td>{shownAt === null && acceptedAt !== null ? '–' : momentOrNot(shownAt)}</td>
                  <td>
                    {momentOrNot(acceptedAt)}
                    {acceptedAt === null && remindedAt !== null && (
                      <small className="quiet"> Reminded {moment(remindedAt)}</small>
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

const moment = (iso: string) => zonedText(Date.parse(iso), ownZone());
const momentOrNot = (iso: string | null) =>
  iso === null ? <span className="quiet not-yet">Not yet</span> : moment(iso);

interface FollowUpsProps {
  readonly page: BroadcastPage;
  readonly broadcast: NonNullable<BroadcastPage['broadcast']>;
}

/** Reminds those who have not accepted, and downloads the receipts of all. */
function FollowUps({ page: { followUps, waiting, busy }, broadcast }: FollowUpsProps) {
  const dispatch = useDispatch();
  const { remindedAt, remindedPeople } = broadcast;
  return (
    <div className="recipients-head follow-ups">
      <div className="upload-actions">
        {followUps.includes('reminder') && (
          <Button
            busy={busy.includes('reminder')}
            title="By email, and immediately for those who are signed in"
            onClick={() => dispatch(reminderPressed())}
          >
            {`Remind ${peopleText(waiting)}`}
          </Button>
        )}
        {followUps.includes('receipts') && (
          <Button busy={busy.includes('receipts')} onClick={() => dispatch(receiptsRequested())}>
            Receipts (CSV)
          </Button>
        )}
      </div>
      {remindedAt !== null && (
        <p className="quiet">
          Reminded {peopleText(remindedPeople ?? 0)}, {moment(remindedAt)}
        </p>
      )}
    </div>
  );
}

/** Searches after a pause in typing; Enter searches immediately, Escape clears. */
function RecipientSearch({ words }: { readonly words: string }) {
  const dispatch = useDispatch();
  const field = useRef<HTMLInputElement>(null);
  const searchNow = () => dispatch(recipientsChosen({ words: field.current?.value ?? '' }));
  const clear = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Escape' || event.currentTarget.value === '') return;
    event.preventDefault();
    event.currentTarget.value = '';
    searchNow();
  };
  return (
    <form
      className="search-field"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        searchNow();
      }}
    >
      <label className="visually-hidden" htmlFor="recipient-search">
        Search by name or organization
      </label>
      <Icon name="search" />
      <input
        ref={field}
        id="recipient-search"
        type="search"
        placeholder="Search by name or organization"
        autoComplete="off"
        spellCheck={false}
        maxLength={BROADCAST_RECIPIENT_SEARCH_MAX_LENGTH}
        defaultValue={words}
        onChange={(event) => dispatch(recipientsSearched({ words: event.target.value }))}
        onKeyDown={clear}
      />
    </form>
  );
}

function emptyText(show: RecipientsShown, recipients: number): string {
  if (recipients === 0 || show === 'all') return 'It had no recipients.';
  return show === 'waiting' ? 'Everyone has accepted it.' : 'No one has accepted it yet.';
}
