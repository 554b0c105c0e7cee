// Findings are shown beside the changed lines: as GitHub's workflow commands, of which nothing in a message may break out.
import { expect, test } from 'vitest';
import { annotation, annotations } from '../../scripts/lib/report.ts';

const finding = {
  where: 'openapi/a.yaml:12:3',
  rule: 'amounts',
  message: 'The amount is a number. See openapi/README.md#types',
};

test('a finding is an error at its file, line and column', () => {
  expect(annotation(finding)).toBe(
    '::error file=openapi/a.yaml,line=12,col=3,title=amounts::The amount is a number. See openapi/README.md#types',
  );
});

test('a message is one line, and ends no command and begins none', () => {
  const message = 'broken:\n  100 %\r\n::set-env name=a::b';
  expect(annotation({ ...finding, message })).toMatch(/^::error [^\n]*::broken: 100 %25 ::set-env name=a::b$/);
});

test('a colon or a comma in a path or a rule stays within its property', () => {
  expect(annotation({ where: 'a,b:c.yaml:1:2', rule: 'x: y, z', message: 'm' })).toBe(
    '::error file=a%2Cb%3Ac.yaml,line=1,col=2,title=x%3A y%2C z::m',
  );
});

test('a place without a line is the first of the file', () => {
  expect(annotation({ ...finding, where: 'a.yaml' })).toContain('file=a.yaml,line=1,col=1,');
});

test('what is found twice is shown once', () => {
  expect(annotations([finding, finding]).split('\n')).toHaveLength(1);
});
