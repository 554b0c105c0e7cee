/** Faults: what networks and gateways do to requests, asked for. */
import { getSummary, whole } from './api.js';
import { el, head } from './dom.js';
import { action, form } from './forms.js';

/** What a caller sees of each kind. */
const MEANS = {
  'lost-request': 'the connection ends, nothing is carried out',
  'lost-answer': 'carried out, and the connection ends without an answer',
  reset: 'carried out, and the connection is reset',
  truncate: 'carried out, and half of the answer comes',
  silence: 'carried out, and never answered',
  'bad-gateway': 'a 502 page, nothing carried out',
  'bad-gateway-after': 'a 502 page, carried out all the same',
  slow: 'carried out, and answered late',
};

/** What becomes of a delivery. */
const DISTURBS = {
  drop: 'nobody gets it, and it comes again on schedule',
  duplicate: 'the same bytes come twice',
  delay: 'it comes so many seconds later',
  reorder: 'it comes behind the next one of its wallet',
};

const disturbing = (kinds) =>
  el(
    'section',
    { class: 'card' },
    el('h2', {}, 'Disturb deliveries of callbacks'),
    form({
      command: 'disturbCallbacks',
      button: 'Disturb them',
      isMain: true,
      done: ({ kind, times }) => `${kind} hits the next ${times === 1 ? 'delivery' : `${times} deliveries`}`,
      fields: [
        {
          name: 'kind',
          label: 'Disturbance',
          kind: 'select',
          options: kinds.map((kind) => [kind, kind]),
          means: DISTURBS,
        },
        { name: 'walletId', label: 'Wallet', hint: 'any', read: whole },
        { name: 'times', label: 'Deliveries', kind: 'number', value: 1 },
        { name: 'seconds', label: 'Seconds', kind: 'number', hint: '60' },
      ],
    }),
    el('div', { class: 'row' }, action('Leave them alone', 'clearCallbackFaults', {}, 'Deliveries go on undisturbed')),
  );

const waiting = el('div', { class: 'stack' });
let isMade = false;

export const faults = {
  name: 'faults',
  title: 'Faults',
  mount(main) {
    isMade = false;
    main.replaceChildren(
      head('Faults', 'What networks and gateways do to the next requests, and to deliveries of callbacks.'),
      el('div', { class: 'columns' }),
    );
  },
  open: () => undefined,
  unmount: () => undefined,
  async show() {
    const { faults: injected, faultKinds, callbackFaultKinds, operations } = await getSummary();
    const columns = document.querySelector('.columns');
    if (columns && !isMade)
      columns.replaceChildren(
        el(
          'section',
          { class: 'card' },
          el('h2', {}, 'Inject a fault'),
          form({
            command: 'injectFault',
            button: 'Inject it',
            isMain: true,
            done: ({ kind, times }) => `${kind} hits the next ${times === 1 ? 'request' : `${times} requests`}`,
            fields: [
              {
                name: 'kind',
                label: 'Kind',
                kind: 'select',
                options: faultKinds.map((kind) => [kind, kind]),
                means: MEANS,
              },
              {
                name: 'operationId',
                label: 'Operation',
                kind: 'select',
                options: [['', 'any'], ...operations.map((each) => [each, each])],
              },
              { name: 'times', label: 'Requests', kind: 'number', value: 1 },
              { name: 'delay', label: 'Milliseconds, for slow', kind: 'number', hint: '1000' },
            ],
          }),
        ),
        el('section', { class: 'card' }, el('h2', {}, 'Waiting for requests'), waiting),
        disturbing(callbackFaultKinds),
      );
    isMade = true;
    const text = JSON.stringify(injected);
    if (waiting.dataset.shown === text && waiting.isConnected) return;
    waiting.dataset.shown = text;
    const hadFocus = waiting.contains(document.activeElement);
    waiting.replaceChildren(
      ...(injected.length === 0
        ? [el('p', { class: 'soft' }, 'None. Every request is answered as it should be.')]
        : [
            el(
              'ul',
              {},
              injected.map(({ kind, operationId, left }) =>
                el(
                  'li',
                  {},
                  el('strong', {}, kind),
                  ` for ${left} more of ${operationId ?? 'any operation'}`,
                  el('div', { class: 'soft' }, MEANS[kind] ?? ''),
                ),
              ),
            ),
            el('div', { class: 'row' }, action('Clear them', 'clearFaults', {}, 'No fault waits any more')),
          ]),
    );
    if (hadFocus && !waiting.contains(document.activeElement)) document.getElementById('main').focus();
  },
};
