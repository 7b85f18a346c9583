import { BASE_V2, withRenamed } from './support/base-manifests.ts';
import { FIRST, NEXT_TIDE, oneFindingEach, quoted, type Row, set } from './support/meaning-mutants.ts';

const ROWS: readonly Row[] = [
  [
    'a version that does not exist',
    set(['_metadata', 'major_version'], 3),
    'manifest-version',
    ['_metadata', 'major_version'],
    '3',
  ],
  [
    'version 0',
    set(['_metadata', 'major_version'], 0),
    'manifest-version',
    ['_metadata', 'major_version'],
    '0',
  ],
  [
    'parameters of version 2 in 1',
    set([...NEXT_TIDE, 'input_parameters'], {
      properties: { harbour: { type: 'string' } },
      required: ['harbour'],
    }),
    'v2-parameters-in-v1',
    [...NEXT_TIDE, 'input_parameters'],
    quoted('input_parameters'),
  ],
  [
    'parameters of version 1 in 2',
    set([...NEXT_TIDE, 'input_parameters'], { harbour: { type: 'string', is_required: true } }, BASE_V2),
    'v1-parameters-in-v2',
    [...NEXT_TIDE, 'input_parameters'],
    quoted('input_parameters'),
  ],
  [
    'a version 1 parameter next to properties',
    set([...NEXT_TIDE, 'input_parameters', 'wind'], { type: 'number' }, BASE_V2),
    'v1-parameters-in-v2',
    [...NEXT_TIDE, 'input_parameters', 'wind'],
    quoted('wind'),
  ],
  [
    'an unknown key next to properties',
    set([...NEXT_TIDE, 'input_parameters', 'notes'], 'x', BASE_V2),
    'unknown-key',
    [...NEXT_TIDE, 'input_parameters', 'notes'],
    quoted('notes'),
  ],
  [
    'parameters without properties',
    set([...NEXT_TIDE, 'output_parameters'], { required: [] }, BASE_V2),
    'required',
    [...NEXT_TIDE, 'output_parameters'],
    quoted('output_parameters'),
  ],
  [
    'mistyped "properties"',
    withRenamed(BASE_V2, [...NEXT_TIDE, 'output_parameters', 'properties'], 'propertes'),
    'unknown-key',
    [...NEXT_TIDE, 'output_parameters', 'propertes'],
    quoted('propertes'),
  ],
  [
    'an unknown name in "required"',
    set([...NEXT_TIDE, 'input_parameters', 'required', 0], 'harbor_', BASE_V2),
    'required-unknown',
    [...NEXT_TIDE, 'input_parameters', 'required', 0],
    quoted('harbor_'),
  ],
  [
    'is_required in version 2',
    set([...NEXT_TIDE, 'input_parameters', 'properties', 'day', 'is_required'], false, BASE_V2),
    'is-required-in-v2',
    [...NEXT_TIDE, 'input_parameters', 'properties', 'day', 'is_required'],
    quoted('is_required'),
  ],
  [
    'required of a parameter in version 1',
    set([...NEXT_TIDE, 'input_parameters', 'wind'], { type: 'number', required: false }),
    'unknown-key',
    [...NEXT_TIDE, 'input_parameters', 'wind', 'required'],
    quoted('required'),
  ],
  [
    'required of a parameter in version 2',
    set([...NEXT_TIDE, 'input_parameters', 'properties', 'day', 'required'], true, BASE_V2),
    'unknown-key',
    [...NEXT_TIDE, 'input_parameters', 'properties', 'day', 'required'],
    quoted('required'),
  ],
  [
    'required of an inner property',
    set(['types', 'tide'], { type: 'object', properties: { a: { type: 'string', required: true } } }),
    'unknown-key',
    ['types', 'tide', 'properties', 'a', 'required'],
    quoted('required'),
  ],
  [
    'the type of a step in version 1',
    set([...FIRST, 'type'], 'function'),
    'v2-key-in-v1',
    [...FIRST, 'type'],
    quoted('type'),
  ],
  [
    'a type of step that does not exist',
    set([...FIRST, 'type'], 'loop', BASE_V2),
    'enum',
    [...FIRST, 'type'],
    quoted('loop'),
  ],
];

oneFindingEach('versions (WEB §9)', ROWS);
