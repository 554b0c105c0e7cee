/** Time and chain: moved by hand. */
import { getSummary } from './api.js';
import { el, facts, head } from './dom.js';
import { action, form } from './forms.js';

const stands = el('div');

export const time = {
  name: 'time',
  title: 'Time',
  mount(main) {
    main.replaceChildren(
      head('Time', 'Blocks and callbacks come at their moment, however far time is moved at once.'),
      el(
        'div',
        { class: 'columns' },
        el(
          'section',
          { class: 'card' },
          el('h2', {}, 'The clock'),
          stands,
          el(
            'div',
            { class: 'row' },
            action('Let it stand still', 'stopClock', {}, 'Time stands still'),
            action('Let it run', 'runClock', {}, 'Time runs'),
          ),
        ),
        el(
          'section',
          { class: 'card' },
          el('h2', {}, 'Advance'),
          form({
            command: 'advance',
            button: 'Advance',
            isMain: true,
            done: 'Time has moved on, with the blocks and callbacks that it brought',
            fields: ['hours', 'minutes', 'seconds'].map((name) => ({
              name,
              label: name[0].toUpperCase() + name.slice(1),
              kind: 'number',
              value: name === 'minutes' ? 5 : '',
            })),
          }),
        ),
        el(
          'section',
          { class: 'card' },
          el('h2', {}, 'Mine'),
          el('p', { class: 'soft' }, 'Blocks come now, whatever the clock says.'),
          form({
            command: 'mine',
            button: 'Mine',
            fields: [{ name: 'blocks', label: 'Blocks', kind: 'number', value: 1 }],
            done: ({ blocks }) => `${blocks} mined`,
          }),
        ),
        el(
          'section',
          { class: 'card' },
          el('h2', {}, 'Reorganise'),
          el(
            'p',
            { class: 'soft' },
            'Takes the latest blocks back. What they held waits for the next one. Blocks with anything final stay.',
          ),
          form({
            command: 'reorganise',
            button: 'Take them back',
            fields: [{ name: 'blocks', label: 'Blocks', kind: 'number', value: 1 }],
            done: ({ blocks }) => `${blocks} taken back`,
          }),
        ),
      ),
    );
  },
  open: () => undefined,
  unmount: () => undefined,
  async show() {
    const { now, isRunning, height } = await getSummary();
    const clock = new Date(now).toISOString().replace('T', ' ').slice(0, 19);
    stands.replaceChildren(
      facts({ Now: `${clock} UTC`, It: isRunning ? 'runs' : 'stands still', Block: String(height) }),
    );
  },
};
