// Signs the request. {{checksum? The scheme is assumed: the service does not show its own. Change this where yours is another.}}
const { SHA256, enc } = require('crypto-js');

const filledIn = (text) => pm.variables.replaceIn(text ?? '');
const bytes = (text) => enc.Latin1.stringify(enc.Utf8.parse(text)); // one character for each byte, which sort then compares

const { url, body, headers } = pm.request;
const UNIT = '{{request-time.unit}}'; // filled in from the open points when the collection is made
const NONCE = '{{checksum.nonce}}';
const t = String(UNIT === 'milliseconds' ? Date.now() : Math.floor(Date.now() / 1000));
if (NONCE !== 'none') url.query.upsert({ key: NONCE, value: filledIn('{{$guid}}') });

// what is sent is what is signed
const query = url.query.filter(({ disabled, key }) => !disabled && key !== 't');
const pairs = query.map((pair) => {
  pair.value = encodeURIComponent(filledIn(pair.value));
  return `${pair.key}=${pair.value}`;
});
const raw = filledIn(body?.raw);

const parts = [...pairs, ...(raw === '' ? [] : [raw]), `t=${t}`];
parts.sort((a, b) => (bytes(a) < bytes(b) ? -1 : 1));
const checksum = SHA256([...parts, `secret=${pm.variables.get('secret')}`].join('&')).toString();

if (body?.raw) body.raw = raw;
url.query.remove('t');
url.query.add({ key: 't', value: t });
headers.upsert({ key: 'X-CHECKSUM', value: checksum });
