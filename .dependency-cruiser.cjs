// Who may import whom. The rows of docs/architecture.md, top to bottom: a file imports from its own folder
// and from lower rows, never sideways and never up. A third-party package has one owner, which loads it when
// it is needed.

const ROWS = [
  ['values', 'json'],
  ['spec', 'failure', 'gate'],
  ['csv'],
  ['output', 'storage'],
  ['rules', 'http', 'terminal', 'profiles'],
  ['scim', 'webapi', 'sandbox', 'manifest', 'recording'],
  ['bulk', 'probe'],
  ['migration'],
  ['cli'],
];

const OWNERS = {
  commander: ['^src/cli/'],
  '@commander-js/extra-typings': ['^src/cli/'],
  undici: ['^src/http/undici-transport\\.ts$'],
  conf: ['^src/profiles/profile-store\\.ts$'],
  'env-paths': ['^src/profiles/folders\\.ts$'],
  'cli-table3': ['^src/output/table\\.ts$'],
  'string-width': ['^src/output/'],
  '@jmespath-community/jmespath': ['^src/output/query\\.ts$'],
  yaml: ['^src/output/yaml\\.ts$', '^src/terminal/read-document\\.ts$'],
  'js-yaml': ['^src/manifest/(read-yaml|yaml-data|yaml-events|yaml-tree)\\.ts$'],
  'jsonc-parser': ['^src/manifest/(read-json|format-json)\\.ts$', '^src/json/json-fault\\.ts$'],
  diff: ['^src/output/unified-diff\\.ts$'],
  picomatch: ['^src/manifest/match-pattern\\.ts$'],
  ora: ['^src/terminal/progress\\.ts$'],
  '@inquirer/prompts': ['^src/terminal/prompts\\.ts$'],
  'any-ascii': ['^src/bulk/input/(map-steps|name-words)\\.ts$'],
  yauzl: ['^src/migration/zip-source\\.ts$'],
  yazl: ['^src/migration/zip-writer\\.ts$'],
  re2js: ['^src/bulk/input/map-steps\\.ts$'],
};

// Types alone; nothing of them is shipped.
const TYPES = ['@types/node'];

const rowRules = ROWS.flatMap((rooms, row) =>
  rooms.map((room) => {
    const lower = ROWS.slice(0, row).flat();
    const allowed = [room, ...lower].join('|');
    return {
      name: `${room}-imports-down`,
      severity: 'error',
      comment: `src/${room} imports from itself and from lower rows only`,
      from: { path: `^src/${room}/` },
      to: { path: '^src/', pathNot: `^src/(${allowed})/` },
    };
  }),
);

const ownerRules = Object.entries(OWNERS).map(([name, owners]) => ({
  name: `owner-of-${name.replace(/[@/]/g, '-')}`,
  severity: 'error',
  comment: `only ${owners.join(', ')} may import ${name}`,
  from: { path: '^src/', pathNot: owners },
  to: { path: `^node_modules/${name}/` },
}));

module.exports = {
  forbidden: [
    ...rowRules,
    ...ownerRules,
    {
      name: 'spec-imports-nothing',
      severity: 'error',
      from: { path: '^src/spec/' },
      to: { pathNot: '^src/spec/' },
    },
    {
      name: 'no-circles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      from: { orphan: true, path: '^src/', pathNot: '^src/spec/|\\.d\\.ts$' },
      to: {},
    },
    {
      name: 'not-resolvable',
      severity: 'error',
      from: { pathNot: '^bin/orgctl\\.js$' },
      to: { couldNotResolve: true },
    },
    {
      name: 'only-the-build-is-not-resolvable',
      severity: 'error',
      comment: 'dist/ is there only after a build, which this check does not need',
      from: { path: '^bin/orgctl\\.js$' },
      to: { couldNotResolve: true, pathNot: '^\\.\\./dist/main\\.cjs$' },
    },
    {
      name: 'build-is-started-only',
      severity: 'error',
      comment: 'after a build, an import of dist/ would be resolved, and the result of the last build used',
      from: { pathNot: '^bin/orgctl\\.js$' },
      to: { path: '^(\\.\\./)*dist/' },
    },
    {
      name: 'only-owned-packages',
      severity: 'error',
      comment: 'what src/ imports is bundled and shipped, so each package is named above with its owner',
      from: { path: '^src/' },
      to: {
        path: 'node_modules/',
        pathNot: `node_modules/(${[...Object.keys(OWNERS), ...TYPES].join('|')})/`,
      },
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: 'specify',
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.js', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
