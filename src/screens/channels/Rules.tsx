import { useId, useState } from 'react';
import { useDispatch } from 'react-redux';
import {
  RULE_TRIED_DAYS,
  RULE_WORDS_MAX_LENGTH,
  RULES_MAX,
  type NotificationRule,
} from '../../../contract/notifications/channels.endpoints';
import { SUB_CATEGORIES, type SubCategoryCode } from '../../../contract/notifications/kinds';
import {
  KIND_CHOICES,
  selectChannels,
  selectPlaces,
  selectRuleViews,
  type RuleView,
} from '../../../sagas/features/channels/channels.selectors';
import {
  currentRulesRequested,
  ruleAdded,
  ruleChanged,
  ruleMovedUp,
  ruleRemoved,
  rulesDropped,
  rulesSaveRequested,
  ruleTried,
} from '../../../sagas/features/channels/channels.slice';
import { useAppSelector } from '../../hooks/useAppSelector';
import { Button, LinkButton } from '../../ui/Button';
import { Chip } from '../../ui/Chip';
import { Message } from '../../ui/Message';
import { SearchSelect } from '../../ui/SearchSelect';
import { SelectField } from '../../ui/SelectField';
import { TextField } from '../../ui/TextField';
import { useFocusAfterRender } from '../../ui/focus';

/** Takes the focus when what has it is removed: Discard, the last rule, or the way to the current rules. */
export const RULES_HEADING = 'rules-heading';
const headingOf = (index: number): string => (index < 0 ? RULES_HEADING : `rule-${index}-heading`);
const upOf = (index: number): string => `rule-${index}-up`;

/** The person's rules, in the order in which they apply. */
export function Rules() {
  const rules = useAppSelector(selectRuleViews);
  const { rulesChanged, rulesConflict, failureCount, changing } = useAppSelector(selectChannels);
  const dispatch = useDispatch();
  const refocus = useFocusAfterRender();
  const isFull = rules.length >= RULES_MAX;
  const limitId = useId();
  const [moved, setMoved] = useState({ text: '', count: 0 });
  const moveUp = (index: number) => {
    // The first rule has no such button.
    refocus(index > 1 ? upOf(index - 1) : headingOf(0));
    const text = `Rule ${index + 1} is now ${index} of ${rules.length}.`;
    setMoved(({ count }) => ({ text, count: count + 1 }));
    dispatch(ruleMovedUp({ index }));
  };
  return (
    <>
      {rules.length > 0 && (
        <ol className="rules">
          {rules.map((view, index) => (
            <Rule
              key={index}
              index={index}
              isLast={index === rules.length - 1}
              refocus={refocus}
              onMoveUp={() => moveUp(index)}
              {...view}
            />
          ))}
        </ol>
      )}
      <span className="visually-hidden" role="status">
        {/* A repeated text is announced again. */}
        <span key={moved.count}>{moved.text}</span>
      </span>
      {isFull && (
        <p id={limitId} className="quiet">
          There are {RULES_MAX} rules, which is the limit. Please remove one to add another.
        </p>
      )}
      {rulesConflict !== null && (
        <Message tone="warning" key={failureCount}>
          {rulesConflict} Please copy anything you still need, because your changes are discarded when you show the
          current rules.{' '}
          <LinkButton
            onClick={() => {
              refocus(RULES_HEADING);
              dispatch(currentRulesRequested());
            }}
          >
            Show the current rules
          </LinkButton>
        </Message>
      )}
      <div className="form-row">
        {/* Disabled by their own press, these would lose the focus. */}
        <Button
          aria-disabled={isFull}
          aria-describedby={isFull ? limitId : undefined}
          onClick={() => isFull || dispatch(ruleAdded())}
        >
          Add a rule
        </Button>
        <Button
          variant="primary"
          aria-disabled={!rulesChanged}
          busy={changing === 'rules'}
          onClick={() => rulesChanged && dispatch(rulesSaveRequested())}
        >
          Save rules
        </Button>
        {rulesChanged && (
          <Button
            onClick={() => {
              refocus(RULES_HEADING);
              dispatch(rulesDropped());
            }}
          >
            Discard
          </Button>
        )}
      </div>
    </>
  );
}

const AS_USUAL = { value: '', label: 'As usual' };
const TOASTS = [AS_USUAL, { value: 'STICKY', label: 'Sticky toast' }, { value: 'QUIET', label: 'No toast' }];
const PUSHES = [AS_USUAL, { value: 'yes', label: 'Push notification' }, { value: 'no', label: 'No push notification' }];
const MAILS = [
  AS_USUAL,
  { value: 'NONE', label: 'No email' },
  { value: 'AT_ONCE', label: 'Email immediately' },
  { value: 'HOURLY', label: 'Email every hour' },
  { value: 'MORNING', label: 'Email in the morning' },
];

interface RuleProps extends RuleView {
  readonly index: number;
  readonly isLast: boolean;
  readonly refocus: (id: string) => void;
  readonly onMoveUp: () => void;
}

function Rule({ rule, text, stopped, tried, index, isLast, refocus, onMoveUp }: RuleProps) {
  const { facilities, suppliers } = useAppSelector(selectPlaces);
  const { changing } = useAppSelector(selectChannels);
  const dispatch = useDispatch();
  const change = (patch: Partial<NotificationRule>) => dispatch(ruleChanged({ index, patch }));
  const id = (field: string) => `rule-${index}-${field}`;
  const number = `rule ${index + 1}`;
  return (
    <li className="rule" aria-label={`Rule ${index + 1}`}>
      <h3 id={headingOf(index)} tabIndex={-1}>
        {text}
      </h3>
      {stopped !== null && <p className="quiet">{stopped}</p>}
      <div className="ui form channel-form">
        <div className="rule-kinds">
          <SearchSelect
            label={`Kinds of ${number}`}
            none={rule.kinds.length === 0 ? 'All kinds' : 'Add another kind'}
            options={KIND_CHOICES.filter(({ value }) => !rule.kinds.includes(value as SubCategoryCode))}
            value={null}
            onChange={(kind) => kind !== null && change({ kinds: [...rule.kinds, kind as SubCategoryCode] })}
          />
          {rule.kinds.map((kind) => (
            <Chip
              key={kind}
              name={SUB_CATEGORIES[kind].name}
              onRemove={() => {
                refocus(headingOf(index));
                change({ kinds: rule.kinds.filter((each) => each !== kind) });
              }}
            >
              <span className="chip-text">{SUB_CATEGORIES[kind].name}</span>
            </Chip>
          ))}
        </div>
        <div className="rule-fields">
          <SearchSelect
            label={`Facility of ${number}`}
            none="Any facility"
            options={facilities}
            value={rule.facilityId}
            onChange={(facilityId) => change({ facilityId })}
          />
          <SearchSelect
            label={`Supplier of ${number}`}
            none="Any supplier"
            options={suppliers}
            value={rule.supplierId}
            onChange={(supplierId) => change({ supplierId })}
          />
          <TextField
            id={id('words')}
            name="words"
            label="With these words"
            maxLength={RULE_WORDS_MAX_LENGTH}
            value={rule.words}
            onChange={(event) => change({ words: event.target.value })}
          />
          <SelectField
            id={id('toast')}
            name="toast"
            label="Toast"
            value={rule.toast ?? ''}
            choices={TOASTS}
            onChange={(event) => change({ toast: (event.target.value || null) as NotificationRule['toast'] })}
          />
          <SelectField
            id={id('push')}
            name="push"
            label="Push notification"
            value={rule.push === null ? '' : rule.push ? 'yes' : 'no'}
            choices={PUSHES}
            onChange={({ target: { value } }) => change({ push: value === '' ? null : value === 'yes' })}
          />
          <SelectField
            id={id('mail')}
            name="mail"
            label="Email"
            value={rule.mail ?? ''}
            choices={MAILS}
            onChange={(event) => change({ mail: (event.target.value || null) as NotificationRule['mail'] })}
          />
        </div>
      </div>
      <div className="form-row">
        <Button
          aria-label={`Try it: ${number}, on the last ${RULE_TRIED_DAYS} days`}
          busy={changing === 'try'}
          onClick={() => dispatch(ruleTried({ index }))}
        >
          Try it
        </Button>
        {index > 0 && (
          <Button id={upOf(index)} aria-label={`Move up ${number}`} onClick={onMoveUp}>
            Move up
          </Button>
        )}
        <Button
          aria-label={`Remove ${number}`}
          onClick={() => {
            // The button of the next rule takes the place of this one.
            if (isLast) refocus(headingOf(index - 1));
            dispatch(ruleRemoved({ index }));
          }}
        >
          Remove
        </Button>
      </div>
      <div role="status">
        {tried && (
          <>
            <p>{tried.text}</p>
            {tried.subjects.length > 0 && (
              <ul className="rule-tried">
                {tried.subjects.map((subject, at) => (
                  <li key={at}>{subject}</li>
                ))}
              </ul>
            )}
          </>
        )}
      </div>
    </li>
  );
}
