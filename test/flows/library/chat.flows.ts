import {
  chatDiscardPressed,
  chatDraftChanged,
  chatRetryPressed,
  chatSendPressed,
} from '../../../sagas/features/chat/chat.slice';
import { selectThreadView } from '../../../sagas/features/chat/chat.selectors';
import { chatPanelClosed, chatPanelMoved, chatPanelOpened } from '../../../sagas/features/chat/live.slice';
import { USER } from '../../support/user';
import { apiError, ok } from '../../support/scriptedServer';
import { listening, type Script, type World } from './world';

async function talking(w: World): Promise<void> {
  w.respond('userInfo', ok({ ...USER, permissions: ['MENU_CANDIDATE', 'CANDIDATE_CHAT_ANSWER'] }));
  await listening(w);
}

export const chatFlows: readonly Script[] = [
  {
    name: 'chat-with-a-candidate',
    title:
      'A candidate writes; the thread is opened from the panel, read and answered; the answer is delivered and read',
    async run(w) {
      await talking(w);
      w.notices.chat.candidateWrites('c1', 'Can I start on Monday?');
      await w.wait(1_000);
      await w.act(chatPanelOpened());
      await w.act(chatPanelMoved({ candidateId: 'c1' }));
      await w.act(chatDraftChanged({ candidateId: 'c1', text: 'Yes, at seven.' }));
      await w.act(chatSendPressed({ candidateId: 'c1' }));
      w.notices.chat.reach('c1', 2, 0);
      await w.wait();
      w.notices.chat.reach('c1', 2, 2);
      await w.wait();
      await w.act(chatPanelClosed());
    },
  },
  {
    name: 'chat-message-refused',
    title: 'A message to a candidate is refused, and is sent when the user retries',
    async run(w) {
      await talking(w);
      w.notices.chat.candidateWrites('c1', 'Hello');
      await w.act(chatPanelOpened());
      await w.act(chatPanelMoved({ candidateId: 'c1' }));
      w.respond('sendChatMessage', apiError(404, 'not.found'));
      await w.act(chatDraftChanged({ candidateId: 'c1', text: 'Good morning' }));
      await w.act(chatSendPressed({ candidateId: 'c1' }));
      w.clearResponse('sendChatMessage');
      const requestId = selectThreadView(w.tab.state())!.messages.at(-1)!.key;
      await w.act(chatRetryPressed({ requestId }), 1_000);
    },
  },
  {
    name: 'chat-messages-wait',
    title:
      'Messages wait for the server and are sent after a pause, or when the network is back; one is refused and discarded',
    async run(w) {
      await talking(w);
      w.notices.chat.candidateWrites('c1', 'Hello');
      await w.act(chatPanelOpened());
      await w.act(chatPanelMoved({ candidateId: 'c1' }));
      const write = async (text: string) => {
        await w.act(chatDraftChanged({ candidateId: 'c1', text }));
        await w.act(chatSendPressed({ candidateId: 'c1' }));
      };
      w.respond('sendChatMessage', 'unreachable');
      await write('Good morning');
      w.clearResponse('sendChatMessage');
      await w.wait(5_000);
      w.respond('sendChatMessage', 'unreachable');
      await write('Can you start on Monday?');
      w.clearResponse('sendChatMessage');
      w.signal('online');
      await w.wait();
      w.respond('sendChatMessage', apiError(404, 'not.found'));
      await write('At seven?');
      const requestId = selectThreadView(w.tab.state())!.messages.at(-1)!.key;
      await w.act(chatDiscardPressed({ requestId }));
      w.signal('visible');
      w.signal('online');
      await w.wait();
    },
  },
];
