/** One push to one browser: encrypted for it (RFC 8291), signed by this server (VAPID, RFC 8292). */
import webPush, { type PushSubscription, type RequestOptions } from 'web-push';
import { secondsUntil } from '../../../base/dates';
import type { PushKeys } from '../../../base/keys';
import { OutsideFetchError, type OutsideFetch } from '../../../platform/http/outsideFetch';
import type { NotificationContent } from '../content';
import { plainText } from '../markup';
import { linkTo } from './links';

/** The outcome of one attempt. `GONE`: the browser has ended its subscription. */
export type PushOutcome =
  | { readonly kind: 'SENT' }
  | { readonly kind: 'GONE' | 'GIVEN_UP'; readonly problem: string }
  | { readonly kind: 'FAILED'; readonly problem: string; readonly retrySeconds: number };

/** A device that is off for longer gets no push; the panel has the notification. */
const TTL_SECONDS = 86_400;
const BODY_MAX_LENGTH = 300;
/** A push is given up after this many attempts. */
export const MAX_ATTEMPTS = 10;
const RETRY_FIRST_SECONDS = 5;
const MAX_RETRY_SECONDS = 1_800;
const MAX_RETRY_AFTER_SECONDS = 6 * 3_600;

export interface Push {
  readonly contentId: string;
  readonly content: NotificationContent;
  readonly subscription: PushSubscription;
  /** From 1. */
  readonly attempt: number;
}

export interface PushSender {
  readonly keys: PushKeys;
  readonly outside: Pick<OutsideFetch, 'postBytes'>;
  readonly publicUrl: URL;
  /** How a push service can reach the operator of this server: a mailto or https address. */
  readonly contact: string;
}

/** Sends a push to its browser and returns the outcome. Never throws. */
export async function sendPush(sender: PushSender, push: Push): Promise<PushOutcome> {
  try {
    const request = webPush.generateRequestDetails(
      push.subscription,
      messageOf(sender.publicUrl, push),
      optionsOf(sender, push),
    );
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const answer = await sender.outside.postBytes(request.endpoint, request.body ?? Buffer.alloc(0), headers);
    return outcomeOf(answer.status, answer.retryAfter, push.attempt);
  } catch (error) {
    const problem = error instanceof OutsideFetchError ? error.message : 'The subscription of this browser is damaged.';
    return error instanceof OutsideFetchError ? failed(problem, push.attempt) : { kind: 'GIVEN_UP', problem };
  }
}

/** What the service worker shows. The tag is that of the notification, so a repeated push replaces the first. */
function messageOf(publicUrl: URL, { contentId, content }: Push): string {
  const body = plainText(content.template).replace(/\s+/g, ' ').trim();
  return JSON.stringify({
    id: contentId,
    title: content.subject,
    body: body.length > BODY_MAX_LENGTH ? `${body.slice(0, BODY_MAX_LENGTH - 1)}…` : body,
    url: linkTo(publicUrl, contentId),
    isSticky: content.stickyNotification,
  });
}

function optionsOf({ keys, contact }: PushSender, { contentId, content }: Push): RequestOptions {
  return {
    vapidDetails: { subject: contact, ...keys },
    TTL: TTL_SECONDS,
    urgency: content.stickyNotification ? 'high' : 'normal',
    // A push that repeats one the service still has replaces it there. 32 characters at most.
    topic: contentId.replaceAll('-', ''),
    contentEncoding: 'aes128gcm',
  };
}

/** By the answer of the push service (RFC 8030). */
export function outcomeOf(status: number, retryAfter: string | undefined, attempt: number): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'SENT' };
  if (status === 404 || status === 410) {
    return { kind: 'GONE', problem: 'The browser no longer accepts push notifications.' };
  }
  const problem = `The push service answered ${status}.`;
  if (status === 408 || status === 429 || status >= 500) return failed(problem, attempt, secondsOf(retryAfter));
  return { kind: 'GIVEN_UP', problem };
}

function failed(problem: string, attempt: number, retryAfterSeconds = 0): PushOutcome {
  if (attempt >= MAX_ATTEMPTS) return { kind: 'GIVEN_UP', problem };
  const backoff = Math.min(RETRY_FIRST_SECONDS * 2 ** (attempt - 1), MAX_RETRY_SECONDS);
  return { kind: 'FAILED', problem, retrySeconds: Math.max(backoff, retryAfterSeconds) };
}

/** Of a Retry-After header: seconds, or a date. */
function secondsOf(retryAfter: string | undefined): number {
  if (retryAfter === undefined) return 0;
  const seconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) : secondsUntil(retryAfter);
  return Math.min(Math.max(seconds, 0), MAX_RETRY_AFTER_SECONDS);
}
