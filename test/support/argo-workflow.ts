import { Ajv, type SchemaObject } from 'ajv';

const text = { type: 'string' } as const;
const number = { type: 'integer' } as const;
const flag = { type: 'boolean' } as const;
/** Parts that the Kubernetes schemas check: containers, volumes, security contexts. */
const any = {} as const;
const countOrText = { type: ['integer', 'string'] } as const;

function shape(
  properties: Readonly<Record<string, SchemaObject>>,
  required: readonly string[] = [],
): SchemaObject {
  return { type: 'object', properties, required, additionalProperties: false };
}
const listOf = (items: SchemaObject): SchemaObject => ({ type: 'array', items });

const parameter = shape(
  {
    name: text,
    default: text,
    description: text,
    enum: listOf(text),
    globalName: text,
    value: text,
    valueFrom: any,
  },
  ['name'],
);
const parameters = shape({ artifacts: any, parameters: listOf(parameter) });
const retryStrategy = shape({
  affinity: any,
  backoff: any,
  expression: text,
  limit: countOrText,
  retryPolicy: text,
});
const task = shape(
  {
    name: text,
    arguments: parameters,
    continueOn: any,
    dependencies: listOf(text),
    depends: text,
    hooks: any,
    inline: any,
    onExit: text,
    template: text,
    templateRef: any,
    when: text,
    withItems: any,
    withParam: text,
    withSequence: shape({ count: countOrText, end: countOrText, format: text, start: countOrText }),
  },
  ['name'],
);
const template = shape({
  name: text,
  activeDeadlineSeconds: countOrText,
  affinity: any,
  container: any,
  dag: shape({ failFast: flag, target: text, tasks: listOf(task) }, ['tasks']),
  initContainers: any,
  inputs: parameters,
  metadata: any,
  nodeSelector: any,
  outputs: any,
  parallelism: number,
  retryStrategy,
  script: any,
  securityContext: any,
  serviceAccountName: text,
  sidecars: any,
  steps: any,
  synchronization: any,
  timeout: text,
  tolerations: any,
  volumes: any,
});
const spec = shape({
  activeDeadlineSeconds: number,
  arguments: parameters,
  entrypoint: text,
  hooks: any,
  imagePullSecrets: any,
  metrics: any,
  nodeSelector: any,
  onExit: text,
  parallelism: number,
  podGC: any,
  podMetadata: any,
  priority: number,
  retryStrategy,
  securityContext: any,
  serviceAccountName: text,
  suspend: flag,
  synchronization: any,
  templates: listOf(template),
  tolerations: any,
  ttlStrategy: any,
  volumeClaimTemplates: any,
  volumes: any,
  workflowTemplateRef: any,
});

/**
 * Names and types of an Argo Workflow (`argoproj.io/v1alpha1`, Argo Workflows 4), maintained by hand because
 * its published validator needs a newer Node.js than this project. Unlike Argo's own schema, it refuses
 * unknown members.
 */
const WORKFLOW = shape(
  {
    apiVersion: { const: 'argoproj.io/v1alpha1' },
    kind: { const: 'Workflow' },
    metadata: any,
    spec,
  },
  ['apiVersion', 'kind', 'metadata', 'spec'],
);

/** Returns the errors in an Argo Workflow, each with its position. */
export function faultsOfWorkflow(workflow: unknown): readonly string[] {
  const validate = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(WORKFLOW);
  validate(workflow);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
