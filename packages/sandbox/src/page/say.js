/** Says what came of something, in words, to eyes and to screen readers. */
const [said, wronged] = ['said', 'wrong'].map((id) => document.getElementById(id));
let silence;

function tell(element, text, ms) {
  clearTimeout(silence);
  said.textContent = wronged.textContent = '';
  element.textContent = text;
  silence = setTimeout(() => (element.textContent = ''), ms);
}

/** Something is done. */
export const say = (text) => tell(said, text, 6000);

/** Something is not done. It stays longer, for it may be long. */
export const wrong = (text) => tell(wronged, text, 20_000);
