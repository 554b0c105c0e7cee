// Where things are, so that every script works from any folder it is started in.
import { join } from 'node:path';

/** Top folder of the repository. */
export const ROOT = join(import.meta.dirname, '..', '..');

/** Root file of the hand-written document, relative to {@link ROOT} and with forward slashes, as findings name files. */
export const SOURCE = 'openapi/openapi.yaml';

/** The workflows over its operations, in Arazzo. */
export const WORKFLOWS = 'openapi/workflows.arazzo.yaml';

/** What proves that operations are as the document says. */
export const CONFIDENCE = 'openapi/confidence.yaml';

/** What the build writes. All of it is committed but the folder `docs`. */
export const GENERATED = join(ROOT, 'generated');
