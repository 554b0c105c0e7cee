/** The suite for stores of callbacks, as whoever writes one imports it. */
export { callbackStoreChecks } from './checks.ts';
export {
  CallbackStoreCheckError,
  type CallbackStoreCheck,
  type CallbackStoreCheckGroup,
  type CallbackStoreUnderTest,
} from './stand.ts';
