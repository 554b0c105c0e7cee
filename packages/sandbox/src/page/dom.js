/** Elements, and the few words and shapes that all parts share. Data comes in as text only: what a caller has named never becomes markup. */
import { say, wrong } from './say.js';

/** An element. Properties whose names begin with `on` listen, `class` and the like are attributes; undefined and false leave one out. */
export function el(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties))
    if (value === undefined || value === false) continue;
    else if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : value);
  element.append(...children.flat().filter((child) => child !== undefined && child !== null && child !== ''));
  return element;
}

/** The head of a part: its title, what it is, and what stands beside them. */
export const head = (title, about, ...beside) =>
  el('div', { class: 'head' }, el('div', {}, el('h1', { id: 'title' }, title), el('p', {}, about)), ...beside);

/** `inPool` in words. */
export const inWords = (name) =>
  String(name)
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replaceAll('-', ' ');

/** How a state is to be taken, by its word. */
const TONES = {
  good: ['confirmed', 'in chain', 'delivered', 'running', 'permitted', 'done'],
  wait: ['processing', 'in pool', 'due', 'not sent yet', 'standing still', 'held back', 'delayed'],
  bad: ['failed', 'transaction failed', 'cancelled', 'given up', 'refused', 'not permitted', 'dropped', 'invalid'],
};

/** A state as a word with a sign; its colour says nothing that they do not. */
export function chip(text, tone = Object.keys(TONES).find((each) => TONES[each].includes(text)) ?? '') {
  return el('span', { class: `chip ${tone}` }, text);
}

/** A status of HTTP. */
export const status = (number) => chip(String(number), number >= 400 || number === 0 ? 'bad' : 'good');

/** Puts text on the clipboard, and says so. */
export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // without the permission, or where the page is not local: as it was done before there was a permission
    const area = el('textarea', { 'aria-hidden': 'true', class: 'hidden' });
    area.value = text;
    const { activeElement } = document;
    document.body.append(area);
    area.select();
    const isDone = document.execCommand('copy');
    area.remove();
    activeElement?.focus();
    if (!isDone) return wrong(`The browser does not let the page copy ${what}.`);
  }
  return say(`Copied: ${what}`);
}

/** A button that copies what `text` is by then. */
export const copyButton = (text, what, label = 'Copy') =>
  el(
    'button',
    {
      type: 'button',
      class: 'quiet',
      'aria-label': `${label} ${what}`,
      'data-stay': `copy ${what}`,
      onclick: (event) => {
        event.stopPropagation();
        void copy(text, what);
      },
    },
    label,
  );

/** The two ends of a long text; the whole is its title, and what is copied. */
export function hash(text, what, isCopied = true) {
  if (!text) return '';
  const short = text.length > 22 ? `${text.slice(0, 10)}…${text.slice(-6)}` : text;
  return el(
    'span',
    { class: 'hash' },
    el('code', { title: text }, short),
    isCopied ? copyButton(text, what) : undefined,
  );
}

/** A moment of the sandbox's clock; its day where that is not the present one. */
export function moment(ms) {
  if (ms === null || ms === undefined) return el('span', { class: 'time' }, '—');
  const iso = new Date(ms).toISOString();
  const text = iso.slice(0, 10) === moment.today ? iso.slice(11, 19) : `${iso.slice(5, 10)} ${iso.slice(11, 19)}`;
  return el('time', { class: 'time', datetime: iso, title: `${iso.replace('T', ' ').replace('Z', '')} UTC` }, text);
}

/** Facts, name by name; those without a value are left out. */
export const facts = (pairs) =>
  el(
    'dl',
    { class: 'facts' },
    Object.entries(pairs)
      .filter(([, value]) => ![undefined, null, false, ''].includes(value))
      .flatMap(([name, value]) => [el('dt', {}, name), el('dd', {}, value)]),
  );

/** Texts of which every character counts, name by name. */
export const codes = (texts) =>
  facts(Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, el('code', {}, text)])));

/** A part of a pane under a heading. */
export const part = (title, ...children) => el('section', {}, el('h3', {}, title), ...children);

/** Code, and what copies it. */
export const code = (text, what) =>
  el(
    'div',
    { class: 'stack' },
    el('pre', { tabindex: '0', role: 'region', 'aria-label': what, 'data-stay': what }, text),
    el('div', { class: 'row' }, copyButton(text, what)),
  );

/** JSON with indents if it is any, without reading numbers, which may be too long for that. */
export function pretty(text) {
  let depth = 0;
  const line = () => `\n${'  '.repeat(depth)}`;
  try {
    JSON.parse(text);
  } catch {
    return text;
  }
  return text
    .replace(/"(?:[^"\\]|\\.)*"|[[\]{},:]|\s+|[^\s[\]{},:"]+/g, (token) => {
      if ('{['.includes(token)) return (depth++, token + line());
      if ('}]'.includes(token)) return (depth--, line() + token);
      if (token === ',') return token + line();
      if (token === ':') return ': ';
      return token.trim() === '' ? '' : token;
    })
    .replace(/([[{])\s+([\]}])/g, '$1$2');
}
