// What a mutant means: it says something else, to somebody who can notice, and takes with it what could not stand without it.
import {
  change,
  mutantsOf,
  standardMutators,
  surveyOf,
  type Mutator,
  type Node,
} from '@wallet-operations/spec-mutation';
import { describe, expect, test } from 'vitest';
import { construct, found } from './documents.ts';

const namesOf = (name: string): readonly string[] => mutantsOf(construct(name)).map((mutant) => mutant.name);
const mutantOf = (name: string, mutant: string): Node => {
  const one = mutantsOf(construct(name)).find((each) => each.name === mutant);
  if (!one) throw new Error(`no mutant is called ${mutant}`);
  return one.document();
};

describe('a scheme is reached', () => {
  const { mutants, unreachable } = surveyOf(construct('asked-elsewhere'));

  test.each([
    ['calledBack', ['startJob']],
    ['shared', ['startJob']],
    ['ofAll', ['startJob']],
    ['additional', ['copy']],
    ['hook', ['changed']],
    ['by/place', ['listJobs']],
  ])('by whoever asks for it: %s', (scheme, owners) => {
    const [mutant] = mutants.filter(({ name }) => name.startsWith(`scheme ${scheme} · `));
    expect(mutant?.owners).toEqual(owners);
  });

  test('and one that nobody asks for is not', () => {
    expect(unreachable).toEqual([{ what: 'securitySchemes nobody', count: 4 }]);
  });
});

test('so is a schema that a discriminator means where none is named, or by a name with a point', () => {
  const { mutants, unreachable } = surveyOf(construct('discriminator-3.2'));
  expect(unreachable).toEqual([]);
  for (const name of ['schema v1.Cat · minProperties 2 gone', 'schema Any · maxProperties 9 gone'])
    expect(mutants.find((one) => one.name === name)?.owners).toEqual(['listPets']);
});

test('what a discriminator means inside of a part stays, and is followed', () => {
  const { mutants, unchanged } = surveyOf(construct('discriminator-inside'));
  expect(mutants.map(({ name }) => name).filter((name) => /(dog|\d) gone|property dog → /.test(name))).toEqual([
    'schema Pet · anyOf 0 gone',
    'schema Pet · anyOf 1 gone',
  ]);
  expect(unchanged).toContainEqual({ what: 'schema changed where a $ref leads into it', count: 1 });

  const way = '#/paths/~1b/get/responses/200/content/a~1b/schema';
  const inPath = mutantsOf({
    openapi: '3.2.0',
    paths: {
      '/a': {
        get: {
          operationId: 'a',
          responses: {
            200: { content: { 'a/b': { schema: { discriminator: { defaultMapping: way, mapping: { b: way } } } } } },
          },
        },
      },
      '/b': { get: { operationId: 'b', responses: { 200: { content: { 'a/b': { schema: { type: 'object' } } } } } } },
    },
  });
  const moved = inPath.find(({ name }) => name === 'path /b · moved to /b-moved');
  const there = '#/paths/~1b-moved/get/responses/200/content/a~1b/schema';
  expect(found(moved?.document(), '#/paths/~1a/get/responses/200/content/a~1b/schema/discriminator')).toEqual({
    defaultMapping: there,
    mapping: { b: there },
  });
});

test('operations of other methods are changed as any, and what they refer to is reached', () => {
  const { mutants, unchanged, unreachable } = surveyOf(construct('additional-operations'));
  expect([unchanged, unreachable]).toEqual([[{ what: 'operationId of a link', count: 1 }], []]);
  expect(mutants.find(({ name }) => name === 'schema File · type string → integer')?.owners).toEqual(['copyFile']);
  expect(mutants.map(({ name }) => name).filter((name) => name.includes('method'))).toEqual([
    'copyFile · method COPY → COQY',
    'COPZ /files/{id} · method COPZ → COQZ',
    'LINK /files/{id} · method LINK → LIOK',
  ]);
});

test('a reference leads to another thing, and to nothing that leads back', () => {
  expect(namesOf('aliases').filter((name) => /^((?!property).)* \w+ → [A-Z]\w+$/.test(name))).toEqual([
    'listPets 200 name · Name → Tree',
    'listPets 200 alias · Alias → Tree',
    'listPets 200 any · Any → Tree',
    'listPets 200 tree · Tree → Leaf',
    'schema Alias · Name → Tree',
    'schema Tree left · Tree → Leaf',
    'schema Tree allOf 0 · Leaf → Name',
    'schema Leaf own · Tree → Leaf',
  ]);
});

test('a list of 3.0 says what it holds, and a status is one', () => {
  expect(mutantOf('lists-3.0', 'listPets query filter · type object → array')).toMatchObject({
    paths: { '/pets': { get: { parameters: [{}, { schema: { type: 'array', items: {} } }, {}] } } },
  });
  expect(namesOf('lists-3.0').filter((name) => name.includes('items gone'))).toEqual([]);
  expect(namesOf('statuses').filter((name) => /→ \d/.test(name))).toEqual([
    'a · status 199 → 121',
    'a · status 200 → 223',
    'a · status 222 → 244',
    'a · status 599 → 521',
    'b · status 4XX → 3XX',
    'b · status 5XX → 3XX',
    'b · status 2XX → 3XX',
    'c · status default → 200',
  ]);
});

test('the only flow of a scheme is another, and does not go', () => {
  expect(namesOf('oauth').filter((name) => /flow \w+ (gone|→)/.test(name))).toEqual([
    'scheme OAuth · flow clientCredentials → password',
  ]);
});

describe('what a path names in braces', () => {
  test('has another name with each of its parameters, and those that share one keep it', () => {
    const document = mutantOf('templates', 'path /shops/{shop}/pets/{pet} · {pet} → {pft}');
    const [first] = Object.entries(document.paths as Record<string, Record<string, Node>>);
    expect(first?.[0]).toBe('/shops/{shop}/pets/{pft}');
    expect([first?.[1].get?.parameters, first?.[1].put?.parameters]).toMatchObject([
      [{ name: 'pft' }],
      [{ name: 'pft' }],
    ]);

    const { components, paths } = mutantOf('templates', 'path /shops/{shop} · {shop} → {shpp}');
    const schema = { type: 'string' };
    const parameter = { name: 'shpp', in: 'path', required: true, schema, description: 'Where.' };
    expect(paths).toMatchObject({
      '/shops/{shpp}': {
        get: {
          parameters: [parameter],
          responses: { 200: { links: { itself: { operationRef: '#/paths/~1shops~1%7Bshpp%7D/get' } } } },
        },
      },
    });
    expect(components).toEqual(construct('templates').components);
  });

  test('is what a path item asks for that comes in the place of another', () => {
    expect(namesOf('templates').filter((name) => name.startsWith('path /vets/{id} · Vet'))).toEqual([
      'path /vets/{id} · Vet → Cure',
    ]);
  });

  test('stays where another path has it by a reference, and has another name in whoever refers to it', () => {
    const { mutants, unchanged } = surveyOf(construct('parameters-of-others'));
    const renamed = mutants.filter(({ name }) => / · \{\w+\} → /.test(name));
    expect(renamed.map(({ name, owners }) => [name, owners])).toEqual([
      ['path /a/{id}/{own} · {own} → {oxn}', ['a', 'put']],
      ['path /b/{id} · {id} → {ie}', ['b']],
    ]);
    const [own, b] = renamed.map((mutant) => mutant.document());
    expect([found(own, '#/paths/~1a~1{id}~1{oxn}/put/parameters'), found(b, '#/paths/~1b~1{ie}/get')]).toMatchObject([
      [{ $ref: '#/paths/~1a~1%7Bid%7D~1%7Boxn%7D/get/parameters/0' }, { name: 'oxn', in: 'path' }],
      { parameters: [{ name: 'ie', in: 'path' }] },
    ]);
    expect(found(b, '#/paths/~1a~1{id}~1{own}')).toEqual(
      found(construct('parameters-of-others'), '#/paths/~1a~1{id}~1{own}'),
    );
    expect(unchanged).toContainEqual({ what: 'name of a parameter', count: 2 });
  });

  test('does not go alone, and where it stays it is listed', () => {
    expect(namesOf('templates').filter((name) => /path (shop|pet|id) · (name|in|parameter)/.test(name))).toEqual([]);
    expect(surveyOf(construct('templates')).unchanged).toEqual([{ what: 'name of a parameter', count: 1 }]);
  });
});

describe('a link', () => {
  const linksOf = (document: Node): unknown => found(document, '#/paths/~1pets/post/responses/201/links');

  test('follows an operation to its name', () => {
    const document = mutantOf('leads', 'getPet · operationId getPet → getQet');
    expect(linksOf(document)).toMatchObject({ named: { operationId: 'getQet' } });
    expect(document.components).toEqual({ links: { Pet: { operationId: 'getQet' } } });
  });

  test('goes with it', () => {
    const document = mutantOf('leads', 'getPet · operation gone');
    expect(Object.keys(linksOf(document) as Node)).toEqual(['far']);
    expect(document.components).toEqual({ links: {} });
  });

  test('leads to another that there is', () => {
    expect(namesOf('leads').filter((name) => / link .*operation(Id|Ref) /.test(name))).toEqual([
      'addPet 201 link itself · operationRef "#/paths/~1pets~1%7Bid%7D/get" → "#/paths/~1pets/post"',
      'addPet 201 link named · operationId "getPet" → "addPet"',
      'addPet 201 link far · operationRef "https://other.example/openapi.json#/paths/~1a/get" → "https://other.example/oqenapi.json#/paths/~1a/get"',
      'getPet 200 link again · operationId "getPet" → "addPet"',
    ]);
  });
});

describe('a link that names parameters', () => {
  const links = (mutant: string): Readonly<Record<string, Node | undefined>> => {
    const document = mutantOf('link-parameters', mutant);
    return found(document, '#/paths/~1pets/post/responses/201/links') as Record<string, Node>;
  };

  test('follows each of them to its name and place', () => {
    const renamed = links('path /pets/{id} · {id} → {ie}');
    expect(renamed.byName).toEqual({ operationId: 'getPet', parameters: { ie: '$response.body#/id', page: 1 } });
    expect(renamed.byPlace).toEqual({
      operationRef: '#/paths/~1pets~1%7Bie%7D/get',
      parameters: { 'path.ie': '$response.body#/id', 'query.page': 1 },
    });
    expect(renamed.other?.parameters).toEqual({ ie: '$response.body#/id' });

    const misspelt = links('getPet query page · name page → pahe');
    expect(misspelt.byName?.parameters).toEqual({ id: '$response.body#/id', pahe: 1 });
    expect(misspelt.byPlace?.parameters).toEqual({ 'path.id': '$response.body#/id', 'query.pahe': 1 });

    const elsewhere = links('getPet query page · in query → in header');
    expect(elsewhere.byName?.parameters).toEqual({ id: '$response.body#/id', page: 1 });
    expect(elsewhere.byPlace?.parameters).toEqual({ 'path.id': '$response.body#/id', 'header.page': 1 });
  });

  test('goes on without one that is gone', () => {
    const { byName, byPlace, other } = links('getPet query page · parameter gone');
    expect([byName?.parameters, byPlace?.parameters, other?.parameters]).toEqual([
      { id: '$response.body#/id' },
      { 'path.id': '$response.body#/id' },
      { id: '$response.body#/id' },
    ]);
  });
});

test('a link that calls two parameters by one name keeps it, and none leads where it led, spelt otherwise', () => {
  const named = (where: string): object => ({ name: 'id', in: where, required: where === 'path', schema: {} });
  const $ref = '#/paths/~1u~1{id}/get';
  const link = { operationRef: $ref, parameters: { id: 1, 'path.id': 2, 'query.id': 3 } };
  const document = {
    paths: {
      '/u/{id}': { get: { parameters: [named('path'), named('query')], responses: { 200: { links: { link } } } } },
    },
  };
  const mutants = mutantsOf(document);
  const parametersOf = (name: string): unknown => {
    const text = JSON.stringify(mutants.find((one) => one.name === name)?.document());
    return JSON.parse(/"parameters":(\{.*?\})/.exec(text)?.[1] ?? 'null');
  };
  expect(parametersOf('path /u/{id} · {id} → {ie}')).toEqual({ id: 1, 'path.ie': 2, 'query.id': 3 });
  expect(parametersOf('GET /u/{id} query id · parameter gone')).toEqual({ id: 1, 'path.id': 2 });
  expect(mutants.map(({ name }) => name).filter((name) => name.includes('operationRef'))).toEqual([]);
});

describe('a link to what is called back', () => {
  const linksOf = (mutant: string): readonly [readonly string[], unknown] => {
    const document = mutantOf('link-parameters', mutant);
    const links = found(document, '#/paths/~1pets/post/responses/201/links') as Node;
    return [Object.keys(links), (document.components as Node).links];
  };

  test.each(['addPet · callback done gone', 'addPet callback done · callback gone'])('goes with it: %s', (mutant) => {
    expect(linksOf(mutant)).toEqual([['byName', 'byPlace', 'other', 'named'], {}]);
  });

  test('stays when another goes, and goes when its own operation does', () => {
    const [links] = linksOf('addPet · callback gone gone');
    expect(links).toEqual(['byName', 'byPlace', 'other', 'back', 'shared']);
  });

  test('follows it to another address', () => {
    const document = mutantOf(
      'link-parameters',
      'addPet callback done · address {$request.body#/url} → {$request.body#/url}/elsewhere',
    );
    const { back } = found(document, '#/paths/~1pets/post/responses/201/links') as Record<string, Node>;
    expect(back).toEqual({
      operationRef: '#/paths/~1pets/post/callbacks/done/%7B$request.body%23~1url%7D~1elsewhere/post',
    });
  });
});

test('what OpenAPI says is ignored is not changed, but for what somebody else reads of it', () => {
  const own: Mutator = {
    kind: 'own',
    on: 'parameter',
    changes: (node) => [change('own gone', node, { 'x-own': undefined })],
  };
  const { mutants, unchanged } = surveyOf(construct('ignored'), [...standardMutators, own]);
  expect([...new Set(mutants.map(({ name }) => name.split(' · ')[0]))]).toEqual([
    'path /pets/{id}',
    'path /pets/{id} query limit',
    'getPet',
    'getPet path id',
    'getPet header x-team',
    'getPet header accept',
    'getPet query Accept',
    'getPet 200',
    'getPet 200 header X-Kind',
    'putPet',
    'putPet path id',
    'putPet header X-TEAM',
    'putPet 204',
    'header Content-Type',
  ]);
  expect(mutants.map(({ name }) => name).filter((name) => name.includes('header accept'))).toEqual([
    'getPet header accept · own gone',
  ]);
  expect(unchanged).toEqual([
    { what: 'parameter of a path that each of its operations has again, which is ignored', count: 2 },
    { what: 'parameter Authorization in a header, which is ignored', count: 2 },
    { what: 'parameter accept in a header, which is ignored', count: 1 },
    { what: 'header Content-Type, which is ignored', count: 1 },
  ]);
});

test.each([
  ['true', true],
  ['an empty schema', {}],
  ['a reference to one', { $ref: '#/components/schemas/Any' }],
  ['a reference to a reference to true', { $ref: '#/components/schemas/Alias' }],
])('what takes anything may go, and nobody could tell: %s', (_, any) => {
  const content = {
    'a/any': { schema: any },
    'a/list': { schema: { type: 'array', items: any, unevaluatedItems: any } },
    'a/map': { schema: { type: 'object', additionalProperties: any, propertyNames: any } },
    'a/text': { schema: { type: 'string', contentSchema: any } },
    'a/all': { schema: { allOf: [{ maxLength: 3 }, any] } },
  };
  const document = {
    openapi: '3.1.1',
    paths: { '/a': { get: { operationId: 'a', responses: { 200: { content } } } } },
    components: { schemas: { Any: {}, Alias: { $ref: '#/components/schemas/Yes' }, Yes: true } },
  };
  const names = mutantsOf(document).map(({ name }) => name);
  const idle = /any · schema gone|(items|Items|propertyNames|contentSchema|allOf 1) gone|values of any kind/;
  expect(names.filter((name) => idle.test(name))).toEqual([]);
});

test('of a list of examples each sort of entry has another value in each field', () => {
  expect(namesOf('lists-of-examples').filter((name) => /pets · \d/.test(name))).toEqual([
    'listPets 200 example pets · 0.kind "cat" → "cbt"',
    'listPets 200 example pets · 0.lives 3 → 4',
    'listPets 200 example pets · 2.kind "dog" → "dpg"',
    'listPets 200 example pets · 2.tags.0 "old" → "omd"',
    'listPets 200 example pets · 3 "none" → "nooe"',
    'listPets 200 example pets · 4 null → "x"',
    'listPets 200 example pets · 5.0 1 → 2',
    'listPets 200 example pets · 5.1 "two" → "txo"',
  ]);
});

test('a header that is added is none that is there', () => {
  const { X, ...headers } = found(
    mutantOf('nothing-3.1', 'a 200 · header X-Added-Again-Again'),
    '#/paths/~1a/get/responses/200/headers',
  ) as Node;
  expect([X, headers]).toEqual([
    undefined,
    {
      'X-Added': { schema: { type: 'integer' } },
      'x-added-again': { schema: { type: 'integer' } },
      'X-Added-Again-Again': { schema: { type: 'string' } },
    },
  ]);
});

test.each([
  [
    'what may be anything may be anything',
    /(map|any) · (takes values of any kind|items gone|propertyNames|unevaluated)/,
  ],
  ['one at least goes without saying', /some · (minContains 1 gone|minItems 1 made up)/],
  ['a list that is closed has an end', /pair · maxItems/],
  ['integers are numbers', /without integer/],
  ['a date is short, and so is what a pattern counts', /(day|at|id|country) · maxLength/],
  ['a schema is called as its component, and goes by that name', /dog → Dog|without Cat/],
  ['of one value there is nothing to take apart', /(kind|sort|one) · (explode|style)/],
  ['no type beside them takes such a value', /(yes|both) · value "another_value"/],
  ['both flags are every flag', /both · every value allowed/],
  ['nothing less than none', /code · minLength 1 → 0/],
  ['what is required is there', /sized · minProperties 1 (gone|→ [012])/],
  ['a part that says nothing', /all · allOf [12] gone/],
  ['a security of all that nobody reads', /security of every operation/],
  ['anybody may, twice', /a · security without Key/],
])('%s', (_, idle) => {
  expect(namesOf('nothing-3.1').filter((name) => idle.test(name))).toEqual([]);
});

test.each([
  [['post'], '3.1.1', ['post → put']],
  [['post', 'put'], '3.0.4', ['put → patch', 'post → patch']],
  [['post', 'put', 'patch'], '3.1.1', ['put → options', 'post → options', 'patch → options']],
  [['post', 'put', 'patch'], '3.2.0', ['put → query', 'post → query', 'patch → query']],
  [['post', 'put', 'patch', 'options'], '3.1.1', []],
])('a body goes by another method that sends it, or by none: %j in %s', (methods, openapi, made) => {
  const operation = { requestBody: { content: { 'text/plain': {} } }, responses: { 200: {} } };
  const document = { openapi, paths: { '/a': Object.fromEntries(methods.map((method) => [method, operation])) } };
  const names = mutantsOf(document).map(({ name }) => name.split(' · method ')[1]);
  expect(names.filter((name) => name !== undefined)).toEqual(made);
});

test('a property has no name that is required already', () => {
  const schema = { properties: { x: {}, n: {} }, required: ['x', 'y'] };
  const document = { paths: { '/a': { get: { responses: { 200: { content: { 'a/b': { schema } } } } } } } };
  expect(mutantsOf(document).map(({ name }) => name.split(' · property ')[1] ?? '')).toEqual(
    expect.arrayContaining(['x gone', 'n gone', 'n → o']),
  );
  expect(mutantsOf(document).filter(({ name }) => name.includes('property x → '))).toEqual([]);
});

describe('what nobody could notice has no mutant, and is listed', () => {
  const made = (schema: object): readonly [readonly string[], readonly string[]] => {
    const content = { 'a/b': { schema } };
    const document = { openapi: '3.1.1', paths: { '/a': { get: { responses: { 200: { content } } } } } };
    const { mutants, unchanged } = surveyOf(document);
    return [
      mutants.map(({ name }) => name.replace(/^.* a\/b ?/, '')).filter((name) => !/deprecated|marked|type/.test(name)),
      unchanged.map(({ what }) => what),
    ];
  };
  const idle = (keyword: string): string => `${keyword} of a schema, which says nothing there`;

  test.each([
    [{ type: 'integer', minLength: 3, pattern: 'a' }, /minLength|pattern/, ['minLength', 'pattern']],
    [{ type: ['string', 'null'], minimum: 3 }, /minimum/, ['minimum']],
    [
      { type: 'boolean', properties: { a: { maxLength: 3 } }, required: ['a'] },
      /required|maxLength|property/,
      ['properties', 'required'],
    ],
    [{ type: 'object', items: { maxLength: 3 } }, /items|maxLength/, ['items']],
    [{ then: { required: ['x'], maxProperties: 3 } }, /required|maxProperties/, ['then']],
    [{ enum: [1, 2], maximum: 2 }, /maximum/, ['maximum']],
    [{ const: 'a', pattern: 'a' }, /pattern/, ['pattern']],
  ])('%j', (schema, none, keywords) => {
    const [names, unchanged] = made(schema);
    expect(names.filter((name) => none.test(name))).toEqual([]);
    expect(unchanged).toEqual(keywords.map(idle));
  });

  test('but a keyword that has its type, its condition or no type beside it is changed', () => {
    expect(made({ type: ['integer', 'string'], minLength: 3, minimum: 3 })[0]).toEqual(
      expect.arrayContaining(['· minLength 3 gone', '· minimum 3 gone']),
    );
    expect(made({ minLength: 3 })[0]).toContain('· minLength 3 → 4');
    expect(made({ if: { minLength: 1 }, then: { pattern: 'b' } })[0]).toContain('then · pattern "b" gone');
  });

  test('each integer is a multiple of one, and a value is allowed that is not there', () => {
    const [multiples] = made({ type: 'integer', multipleOf: 1 });
    expect(multiples.filter((name) => name.includes('multipleOf'))).toEqual(['· multipleOf 1 → 2']);
    expect(made({ type: 'number', multipleOf: 1 })[0]).toContain('· multipleOf 1 gone');
    expect(made({ enum: ['a', 'another_value'] })[0]).toContain('· value "another_value_again" allowed');
  });

  test('an encoding is of a property that there is', () => {
    const encoding = { a: { contentType: 'a/a' }, b: { contentType: 'a/a' }, none: { contentType: 'a/a' } };
    const document = (schema: object): Node => ({
      paths: { '/a': { post: { requestBody: { content: { 'multipart/form-data': { schema, encoding } } } } } },
      components: { schemas: { A: { properties: { a: {} } } } },
    });
    const gone = (schema: object): readonly string[] =>
      mutantsOf(document(schema)).flatMap(({ name }) => / (encoding \w+|contentType .*) gone$/.exec(name)?.[0] ?? []);
    const listed = { allOf: [{ $ref: '#/components/schemas/A' }, { properties: { b: {} } }] };
    expect(gone(listed).filter((name) => name.includes('encoding'))).toEqual([' encoding a gone', ' encoding b gone']);
    expect(gone(listed)).toHaveLength(4);
    expect(surveyOf(document(listed)).unchanged).toEqual([
      { what: 'encoding of a property that is not there, which is ignored', count: 1 },
    ]);
    for (const open of [{ ...listed, additionalProperties: {} }, { patternProperties: { '.': {} } }, {}])
      expect(gone(open)).toHaveLength(6);
  });

  test.each([
    ['none', {}, {}, {}],
    ['a list of none', { servers: [] }, { servers: [] }, { servers: [] }],
    ['the one that goes without saying', { servers: [{ url: '/', description: 'here' }] }, {}, { servers: [] }],
    ['those of the document', { servers: [{ url: '/', name: 'a' }] }, { servers: [{ url: '/', name: 'b' }] }, {}],
    ['those of the path', {}, { servers: [] }, { servers: [{ url: '/' }] }],
  ])('servers are others than those above them: %s', (_, ofAll, ofPath, own) => {
    const gone = (operation: object): readonly string[] =>
      mutantsOf({ ...ofAll, paths: { '/a': { ...ofPath, get: { ...operation, responses: {} }, put: {} } } })
        .map(({ name }) => name)
        .filter((name) => name.endsWith('servers gone'));
    expect(gone(own)).toEqual([]);
    expect(gone({ servers: [{ url: '/b' }] })).toEqual(['GET /a · servers gone']);
  });
});

test('a part that says nothing beside the others neither goes nor changes, and is listed', () => {
  const composed = namesOf('parts').filter((name) => /(allOf|anyOf|oneOf) \d/.test(name));
  expect(composed.filter((name) => name.endsWith(' gone'))).toEqual([
    'listPets 200 same · allOf 2 gone',
    'listPets 200 refused · allOf 1 gone',
    'listPets 200 either · anyOf 2 gone',
    'listPets 200 either.anyOf 0 · type string gone',
    'listPets 200 either.anyOf 1 · type string gone',
    'listPets 200 either.anyOf 2 · type integer gone',
    'listPets 200 never · anyOf 0 gone',
    'listPets 200 never.anyOf 0 · type string gone',
    'listPets 200 never.anyOf 2 · not gone',
    'listPets 200 anything · anyOf 1 gone',
    'listPets 200 one · oneOf 0 gone',
    'listPets 200 one.oneOf 0 · type string gone',
    'listPets 200 alone · anyOf 0 gone',
  ]);
  expect(composed.filter((name) => / (same\.allOf [01]|alias\.|spelt\.|refused\.|anything\.) /.test(name))).toEqual([]);
  expect(surveyOf(construct('parts')).unchanged).toEqual([
    { what: 'part of an allOf whose other parts say it, or decide alone', count: 7 },
    { what: 'part of an anyOf whose other parts say it, or decide alone', count: 1 },
    { what: 'anyOf without a schema of a schema', count: 1 },
  ]);
});

test('but two names of one schema are two where a discriminator tells them apart', () => {
  const parts = ['Name', 'Alias'].map((name) => ({ $ref: `#/components/schemas/${name}` }));
  const schema = { anyOf: parts, discriminator: { propertyName: 'sort' } };
  const document = {
    paths: { '/a': { get: { operationId: 'a', responses: { 200: { content: { 'a/b': { schema } } } } } } },
    components: { schemas: { Name: { type: 'object' }, Alias: { $ref: '#/components/schemas/Name' } } },
  };
  const gone = (one: Node): readonly string[] =>
    mutantsOf(one).flatMap(({ name }) => (/anyOf \d gone$/.test(name) ? [name] : []));
  expect(gone(document)).toEqual(['a 200 a/b · anyOf 0 gone', 'a 200 a/b · anyOf 1 gone']);
  delete (schema as Partial<typeof schema>).discriminator;
  expect(gone(structuredClone(document))).toEqual([]);
});

test('the servers of the document are asked for by a path that refers to its operations', () => {
  const own = { get: { operationId: 'a', servers: [{ url: 'https://a.example' }], responses: { 200: {} } } };
  const serversOf = (item: object): readonly string[] =>
    mutantsOf({
      servers: [{ url: 'https://all.example' }],
      paths: { '/a': own, '/b': { $ref: '#/components/pathItems/Shared' } },
      components: { pathItems: { Shared: item } },
    }).flatMap(({ name }) => (name.startsWith('server ') ? [name] : []));
  const operation = { get: { operationId: 'b', responses: { 200: {} } } };
  expect(serversOf(operation)).toEqual(['server https://all.example · elsewhere']);
  expect(serversOf({ ...operation, servers: [{ url: 'https://b.example' }] })).toEqual([]);
});

test('null is taken in 3.0 where a type says so, and the flag says nothing without one', () => {
  const names = namesOf('null-without-type');
  expect(names.filter((name) => name.includes('null'))).toEqual([
    'listPets 200 listed · value null gone',
    'listPets 200 typed · nullable true → false',
    'schema Name · type string → string or null',
  ]);
  expect(names).toContain('listPets 200 bound · minLength 3 gone');
  expect(surveyOf(construct('null-without-type')).unchanged).toEqual([
    { what: 'nullable of a schema, which says nothing there', count: 4 },
  ]);
});

describe('of a security scheme', () => {
  const surveyed = (schemes: object): ReturnType<typeof surveyOf> =>
    surveyOf({
      openapi: '3.2.0',
      security: Object.keys(schemes).map((name) => ({ [name]: [] })),
      paths: { '/a': { get: { operationId: 'a', responses: { 200: {} } } } },
      components: { securitySchemes: schemes },
    });

  test('each field has a mutant of its own or is listed, whatever goes with the type', () => {
    const flow = { tokenUrl: 'https://t.example', scopes: { r: 'read' }, more: 1 };
    const { mutants, unchanged } = surveyed({
      Key: { type: 'apiKey', in: 'header', name: 'X', Name: 'Y' },
      Bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', bearerformat: 'JWT', deprecated: true },
      Flows: { type: 'oauth2', oauth2MetadataUrl: 'https://m.example', flows: { clientCredentials: flow, more: 5 } },
      Two: { type: 'oauth2', flows: { clientCredentials: flow, password: flow, 'x-more': {} } },
    });
    expect(unchanged.map(({ what, count }) => `${what} ${String(count)}`).sort()).toEqual([
      'Name of a security scheme 1',
      'bearerformat of a security scheme 1',
      'deprecated of a security scheme 1',
      'more of a flow 3',
      'more of the flows 1',
      'oauth2MetadataUrl of a security scheme 1',
    ]);
    const gone = mutants.map(({ name }) => name).filter((name) => name.endsWith(' gone'));
    expect(gone).toEqual(
      expect.arrayContaining(['scheme Bearer · bearerFormat gone', 'scheme Two · flow x-more gone']),
    );
  });

  test('a scheme of another type stays deprecated', () => {
    const { mutants } = surveyed({ Bearer: { type: 'http', scheme: 'bearer', deprecated: true } });
    const another = mutants.find(({ name }) => name === 'scheme Bearer · type http → apiKey');
    expect(another?.node()).toEqual({ type: 'apiKey', in: 'header', name: 'Authorization', deprecated: true });
  });
});

test('nothing goes to a query that is one parameter as a whole', () => {
  const schema = { type: 'string' };
  const names = mutantsOf({
    openapi: '3.2.0',
    paths: {
      '/a': {
        parameters: [{ name: 'all', in: 'querystring', content: { 'application/json': { schema: {} } } }],
        get: {
          operationId: 'a',
          parameters: [
            { name: 'c', in: 'cookie', schema },
            { name: 'h', in: 'header', schema },
            { $ref: '#/components/parameters/shared' },
          ],
          responses: { 200: {} },
        },
      },
      '/b': { get: { operationId: 'b', parameters: [{ name: 'h', in: 'header', schema }], responses: { 200: {} } } },
    },
    components: { parameters: { shared: { name: 's', in: 'header', schema } } },
  }).map(({ name }) => name);
  expect(names.filter((name) => name.includes('→ in '))).toEqual([
    'path /a querystring all · in querystring → in query',
    'a cookie c · in cookie → in header',
    'a header h · in header → in cookie',
    'a shared · in header → in cookie',
    'b header h · in header → in query',
    'parameter shared · in header → in cookie',
  ]);
});
