// Finds secrets in the document that look real: examples are copied out of consoles, and what is published stays so.
import { lintSource } from '@secretlint/core';
import { creator } from '@secretlint/secretlint-rule-preset-recommend';
import { guide, type Finding } from '../lib/problems.ts';
import type { Entry, Source } from './sources.ts';

/** Fields that hold a secret of this service, whose form no scanner knows. */
const SECRET_FIELD = /(?:^|[_-])(?:api[_-]?code|api[_-]?secret|secret|password|private[_-]?key|token)$/i;

/** By which a reader sees that it is none. */
const PLAINLY_NONE = /EXAMPLE|^$|^[<{].*[>}]$/i;

const REMEDY = `If it ever was real, revoke it. ${guide('examples')}`;

export async function secretFindings(sources: readonly Source[]): Promise<Finding[]> {
  const found = await Promise.all(sources.map(knownForms));
  return [...found.flat(), ...sources.flatMap(({ entries }) => entries.filter(isSecret).map(toldOf))];
}

/** By itself it lets IDs of keys of AWS pass, whatever they hold; now only the one that AWS uses in its documentation. */
const AWS = { id: '@secretlint/secretlint-rule-aws', options: { enableIDScanRule: true } };

/** Keys of clouds, tokens of services, private keys and their like. */
async function knownForms({ file, text }: Source): Promise<Finding[]> {
  const rules = [{ id: 'recommended', rule: creator, rules: [AWS] }];
  const { messages } = await lintSource({
    source: { filePath: file, content: text, contentType: 'text' },
    options: { config: { rules }, noPhysicFilePath: true, maskSecrets: true },
  });
  return messages.map(({ message, loc: { start } }) => ({
    where: `${file}:${String(start.line)}:${String(start.column + 1)}`,
    rule: 'no-secrets',
    message: `${message.replace(/:\s*\**$/, '')}. Put a text in its place that is plainly none. ${REMEDY}`,
  }));
}

const isSecret = ({ key, value }: Entry): boolean =>
  SECRET_FIELD.test(key) &&
  typeof value === 'string' &&
  value.length >= 16 &&
  !/\s/.test(value) &&
  !PLAINLY_NONE.test(value);

const toldOf = ({ key, where }: Entry): Finding => ({
  where,
  rule: 'no-secrets',
  message: `This ${key} looks real. Put EXAMPLE into it, so that everybody sees that it is none. ${REMEDY}`,
});
