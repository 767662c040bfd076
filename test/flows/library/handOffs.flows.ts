import { handOffLinkUsed, handOffRequested } from '../../../sagas/features/handOffs/handOffs.slice';
import { ok } from '../../support/scriptedServer';
import { TEST_CONFIG } from '../../support/tab';
import { listening, type Script, type World } from './world';

/** Whoever has one of them is signed in to that service as this user. */
export const HAND_OFF_SECRETS = {
  hash: '9b1c4de07f3a58e26d0b7c91f4a3e85d',
  key: 'eyJ1IjoidTEiLCJ0IjoxfQ.5f2e8a71c09d4b36',
} as const;

const config = { ...TEST_CONFIG, handOffHosts: ['training.example.org', 'learn.example.org'] };

async function atWork(w: World): Promise<void> {
  w.respond(
    'trainingHandOff',
    ok({
      ssourl: 'https://training.example.org/sso',
      timestamp: '2026-01-15T09:00:00.000Z',
      email: 'vera.marsh@meridian.example',
      hash: HAND_OFF_SECRETS.hash,
    }),
  );
  w.respond('learningKey', ok({ loginKey: `https://learn.example.org/in?key=${HAND_OFF_SECRETS.key}` }));
  await listening(w);
}

export const handOffFlows: readonly Script[] = [
  {
    name: 'hand-offs',
    title: 'The training and the learning service are opened in new tabs, signed in',
    config,
    async run(w) {
      await atWork(w);
      await w.act(handOffRequested({ to: 'training' }));
      await w.act(handOffRequested({ to: 'learning' }));
    },
  },
  {
    name: 'hand-offs-blocked',
    title: 'The browser blocks the tabs of the services; a link is offered instead, and used',
    config,
    tab: () => ({ blocksTabs: true }),
    async run(w) {
      await atWork(w);
      await w.act(handOffRequested({ to: 'learning' }));
      await w.act(handOffRequested({ to: 'training' }));
      await w.act(handOffLinkUsed());
    },
  },
];
