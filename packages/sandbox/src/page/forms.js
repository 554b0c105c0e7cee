/** Forms of commands: a field for each input, and a button that carries the command out. */
import { run } from './api.js';
import { el } from './dom.js';
import { say } from './say.js';

/**
 * A field of a form.
 *
 * `name` is the command's input, `label` what people read. `kind`: text, number, check, select with `options` and what they mean, or
 * area. `keepsEmpty` keeps an empty text, and `emptyIs` is what it means; otherwise it is left out. `read` makes the input of the text.
 */
export function field({
  name,
  label,
  kind = 'text',
  options = [],
  means,
  value = '',
  isWide = false,
  isRequired = false,
  hint = '',
}) {
  const common = { name, required: isRequired, autocomplete: 'off', spellcheck: 'false' };
  if (kind === 'check')
    return el('label', { class: 'check' }, el('input', { type: 'checkbox', name, checked: value === true }), label);
  const input =
    kind === 'select'
      ? el(
          'select',
          common,
          options.map(([option, text]) => el('option', { value: option, selected: option === value }, text)),
        )
      : kind === 'area'
        ? el('textarea', { ...common, rows: '3', class: 'code' }, value)
        : el('input', {
            ...common,
            type: kind,
            value: String(value),
            placeholder: hint,
            ...(kind === 'number' && { min: '0', step: 'any' }),
          });
  const labelled = el('label', { class: isWide ? 'wide' : '' }, label, input);
  return means ? explained(labelled, input, means) : labelled;
}

/** A choice, with what the chosen one means below it. */
function explained(labelled, input, means) {
  const meaning = el('p', { class: 'soft', 'aria-live': 'polite' }, means[input.value]);
  input.addEventListener('change', () => (meaning.textContent = means[input.value] ?? ''));
  return el('div', { class: 'wide stack' }, labelled, meaning);
}

/**
 * A form.
 *
 * @param given.command - its name, or a function of the input that gives one
 * @param given.fixed - inputs that are not asked for
 * @param given.done - what to say afterwards, or a function of the result and the input
 * @param given.valuesIn - of a form of what is kept already: what its fields have, in what is open. It sends what was changed alone, and what
 *   changes elsewhere meanwhile is shown where nobody has typed, or is about to
 */
export function form({ command, fields = [], fixed = {}, button, done, isMain = false, after, valuesIn }) {
  const submit = el('button', { type: 'submit', class: isMain ? 'main' : '' }, button);
  const send = async (event) => {
    event.preventDefault();
    const sent = valuesIn ? fields.filter(isChanged) : fields;
    if (sent.length === 0 && valuesIn) return say('Nothing was changed.');
    const texts = sent.map(({ name }) => valueOf(made.elements[name]));
    const input = { ...fixed, ...inputOf(made, sent) };
    submit.disabled = true;
    const result = await run(command, input, typeof done === 'function' ? done(input) : done);
    submit.disabled = false;
    if (document.activeElement === document.body) submit.focus();
    if (result === undefined) return;
    sent.forEach(({ name }, i) => known.set(name, texts[i]));
    after?.(result, input);
  };
  const made = el(
    'form',
    { onsubmit: send },
    fields.length > 0
      ? el(
          'div',
          { class: `fields ${fields.every(({ kind }) => kind === 'number') ? 'short' : ''}` },
          fields.map(field),
        )
      : '',
    el('div', { class: 'row' }, submit),
  );
  const known = new Map(fields.map(({ name }) => [name, valueOf(made.elements[name])]));
  const isChanged = ({ name }) => valueOf(made.elements[name]) !== known.get(name);
  if (valuesIn)
    made.renew = (found) => {
      for (const each of fields.filter((one) => !isChanged(one))) {
        const { [each.name]: value } = valuesIn(found);
        const element = made.elements[each.name];
        if (element === document.activeElement && element.type !== 'checkbox') continue; // or it is another text that somebody types into
        if (each.kind === 'check') element.checked = value;
        else if (element.value !== String(value)) element.value = String(value);
        known.set(each.name, valueOf(element));
      }
    };
  return made;
}

/** What a field has, as it stands there. */
const valueOf = (element) => (element.type === 'checkbox' ? element.checked : element.value);

/** What is typed into fields. */
export function inputOf(target, fields) {
  const input = {};
  for (const { name, kind, keepsEmpty, emptyIs, read = (text) => text } of fields) {
    const element = target.elements[name];
    if (kind === 'check') input[name] = element.checked;
    else if (element.value === '' && emptyIs !== undefined) input[name] = emptyIs;
    else if (element.value !== '' || keepsEmpty)
      input[name] = kind === 'number' ? Number(element.value) : read(element.value.trim());
  }
  return input;
}

/** A button that carries a command out at once. */
export const action = (label, command, input, done, more = {}) =>
  el(
    'button',
    {
      type: 'button',
      'data-stay': label,
      ...more,
      onclick: async ({ currentTarget }) => {
        currentTarget.disabled = true;
        await run(command, input, done ?? `${label}: done`);
        currentTarget.disabled = false;
        if (currentTarget.isConnected) currentTarget.focus();
        else if (document.activeElement === document.body) document.getElementById('opened')?.focus(); // it is there no more
      },
    },
    label,
  );
