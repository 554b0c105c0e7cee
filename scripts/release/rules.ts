// What must hold before anything is published: one version everywhere, told of in the changelog, and nothing left to tell.
import { hasSection } from './changelog.ts';

/** The state of a checkout, as far as a release depends on it. */
export interface ReleaseState {
  /** `info.version` of the document. */
  readonly version: string;
  readonly manifests: readonly { readonly name: string; readonly version: string }[];
  readonly changelog: string;
  /** Number of changesets that no version has taken up. */
  readonly pending: number;
}

/** Every package that has another version than the document. */
export function versionProblems({ version, manifests }: Pick<ReleaseState, 'version' | 'manifests'>): string[] {
  return manifests
    .filter((manifest) => manifest.version !== version)
    .map(({ name, version: own }) => `${name} has version ${own}, the document ${version}: all have one.`);
}

/** Everything that keeps a tag from being released. */
export function releaseProblems(tag: string, state: ReleaseState): string[] {
  const { version, changelog, pending } = state;
  return [
    ...(tag === `v${version}` ? [] : [`The tag is ${tag}, info.version is ${version}: the tag has to be v${version}.`]),
    ...versionProblems(state),
    ...(hasSection(changelog, version)
      ? []
      : [`CHANGELOG.md has no section ${version}: npm run release:version writes it.`]),
    ...(pending === 0
      ? []
      : [`Changesets are left in .changeset/: ${String(pending)}. npm run release:version takes them up.`]),
  ];
}
