import { useId, type ReactNode } from 'react';
import { useDispatch } from 'react-redux';
import { selectChannels } from '../../../sagas/features/channels/channels.selectors';
import {
  channelsReloadRequested,
  desktopChosen,
  deviceRemoved,
  followEnded,
  pushTurnedOn,
} from '../../../sagas/features/channels/channels.slice';
import { useAppSelector } from '../../hooks/useAppSelector';
import { Button } from '../../ui/Button';
import { CheckField } from '../../ui/CheckField';
import { Loader } from '../../ui/Loader';
import { Message } from '../../ui/Message';
import { useFocusWhenRemoved } from '../../ui/focus';
import '../../ui/theme/admin.css';
import '../../ui/theme/channels.css';
import '../../ui/theme/sessions.css';
import { MAIL_TIMES_HEADING, MailTimes } from './MailTimes';
import { Rules, RULES_HEADING } from './Rules';

/** They take the focus when the button of a removed row, which has it, is gone. */
const PUSHES_HEADING = 'pushes-heading';
const FOLLOWS_HEADING = 'follows-heading';

/** How the signed-in user is notified outside the panel, and the last deliveries. */
export function ChannelsScreen() {
  const { isLoaded, error, canRetry, failureCount } = useAppSelector(selectChannels);
  const dispatch = useDispatch();
  return (
    <section className="admin-page" aria-label="Notification Delivery">
      <div className="admin-head">
        <h1>Notification Delivery</h1>
        <p className="quiet">
          How notifications reach you outside the notification panel. Choose which kinds do under Notification
          Preferences in the profile menu.
        </p>
      </div>
      {error !== null && (
        <Message tone="negative" key={failureCount}>
          {error} {canRetry && <Button onClick={() => dispatch(channelsReloadRequested())}>Retry</Button>}
        </Message>
      )}
      {!isLoaded && error === null && <Loader>Loading</Loader>}
      {isLoaded && (
        <>
          <Desktop />
          <Pushes />
          <ChannelCard
            headingId={MAIL_TIMES_HEADING}
            title="Email and quiet hours"
            about="Notifications with a check mark under Email are emailed. Codes and emails about your account are always sent immediately."
          >
            <MailTimes />
          </ChannelCard>
          <ChannelCard
            headingId={RULES_HEADING}
            title="Rules"
            about="The first rule that matches applies instead of your preferences. What you follow or mute decides whether you get a notification at all."
          >
            <Rules />
          </ChannelCard>
          <Follows />
          <Deliveries />
        </>
      )}
    </section>
  );
}

function Desktop() {
  const { desktop, desktopProblem } = useAppSelector(selectChannels);
  const dispatch = useDispatch();
  return (
    <ChannelCard
      title="On this computer"
      about="Toasts also appear on the desktop while you look at something else. This applies to this browser only."
    >
      {desktopProblem !== null && <p>{desktopProblem}</p>}
      <CheckField
        id="desktop-alerts"
        name="desktopAlerts"
        label="Show notifications on the desktop"
        checked={desktop !== 'off'}
        onChange={(checked) => dispatch(desktopChosen(checked ? 'on' : 'off'))}
      />
      {desktop !== 'off' && (
        <CheckField
          id="desktop-sound"
          name="desktopSound"
          label="With a sound"
          checked={desktop === 'sound'}
          onChange={(checked) => dispatch(desktopChosen(checked ? 'sound' : 'on'))}
        />
      )}
    </ChannelCard>
  );
}

function Pushes() {
  const { push, devices, changing } = useAppSelector(selectChannels);
  const dispatch = useDispatch();
  const refocus = useFocusWhenRemoved();
  return (
    <ChannelCard
      headingId={PUSHES_HEADING}
      title="Push notifications"
      about="Notifications with a check mark under Mobile are sent to these devices, even while the app is closed."
    >
      <p role="status">{push.text}</p>
      {push.mayTurnOn && (
        <Button variant="primary" busy={changing === 'push'} onClick={() => dispatch(pushTurnedOn())}>
          Send push notifications to this browser
        </Button>
      )}
      {devices.length > 0 && (
        <ul className="sessions" aria-label="Devices with push notifications">
          {devices.map(({ id, name, since, isCurrent }) => (
            <li key={id} className="session">
              <div className="session-what">
                <h3>
                  {name} {isCurrent && <span className="session-here">This device</span>}
                </h3>
                <p className="quiet">Since {since}.</p>
              </div>
              <Button
                aria-label={`Stop push notifications to ${name}`}
                busy={changing === 'device'}
                onClick={() => {
                  refocus(PUSHES_HEADING);
                  dispatch(deviceRemoved({ id, isCurrent }));
                }}
              >
                Stop
              </Button>
            </li>
          ))}
        </ul>
      )}
    </ChannelCard>
  );
}

function Follows() {
  const { follows, changing } = useAppSelector(selectChannels);
  const dispatch = useDispatch();
  const refocus = useFocusWhenRemoved();
  return (
    <ChannelCard
      headingId={FOLLOWS_HEADING}
      title="Followed and muted"
      about="Follow or mute a record, facility, supplier or kind from a notification in the panel, or from the page of the record."
    >
      {follows.length === 0 ? (
        <p>You do not follow or mute anything yet. Records and notifications offer both in their menus.</p>
      ) : (
        <ul className="sessions" aria-label="What you follow and mute">
          {follows.map(({ subject, label, text }) => (
            <li key={subject} className="session">
              <div className="session-what">
                <h3>{label}</h3>
                <p className="quiet">{text}</p>
              </div>
              <Button
                aria-label={`Remove ${label}`}
                busy={changing === 'follow'}
                onClick={() => {
                  refocus(FOLLOWS_HEADING);
                  dispatch(followEnded({ subject }));
                }}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
    </ChannelCard>
  );
}

function Deliveries() {
  const { deliveries } = useAppSelector(selectChannels);
  const dispatch = useDispatch();
  return (
    <ChannelCard
      title="Recent deliveries"
      about="The latest push notifications and emails, newest first, and whether they arrived."
    >
      <Button onClick={() => dispatch(channelsReloadRequested())}>Refresh</Button>
      {deliveries.length === 0 ? (
        <p>No push notification or email has been sent to you yet.</p>
      ) : (
        <ul className="sessions" aria-label="Deliveries">
          {deliveries.map(({ id, subject, text, isBad }) => (
            <li key={id} className="session">
              <div className="session-what">
                <h3>{subject}</h3>
                <p className={isBad ? 'channel-problem' : 'quiet'}>{text}</p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </ChannelCard>
  );
}

interface ChannelCardProps {
  readonly headingId?: string;
  readonly title: string;
  readonly about: string;
  readonly children: ReactNode;
}

/** A part of the page under a heading. */
function ChannelCard({ headingId, title, about, children }: ChannelCardProps) {
  const ownId = useId();
  const id = headingId ?? ownId;
  return (
    <section className="form-card channel-card" aria-labelledby={id}>
      <h2 id={id} tabIndex={-1}>
        {title}
      </h2>
      <p className="quiet">{about}</p>
      {children}
    </section>
  );
}
