import { Failure } from '../../../failure/failure.ts';
import type { ListView } from '../../../output/view.ts';
import { momentText } from '../../../rules/date-time.ts';
import type { Json, JsonObject } from '../../../spec/protocol-types.ts';
import { OPEN_FORM_FUNCTION } from '../../../spec/webapi-methods.ts';
import { methodPages } from '../../../webapi/method-pages.ts';
import type { CommandModule } from '../../command-module.ts';
import { describe } from '../../help-format.ts';
import { printLimited } from '../../printing/print-limited.ts';
import { needsOf } from '../../webapi/method-needs.ts';

const METHOD = 'functions.workflows.steps.list';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl -p sandbox functions steps Fn0RELEASE --workflow Wf0RELEASE',
      "orgctl -p sandbox functions steps Fn0RELEASE --workflow '#/workflows/release' --app A0DEPLOY",
    ],
    lists: { columns: STEP_VIEW.columns },
    needs: needsOf(METHOD),
  });
  return command
    .argument(
      '[function]',
      'ID of the function; the default is the built-in function that opens a form',
      OPEN_FORM_FUNCTION,
    )
    .requiredOption(
      '--workflow <workflow>',
      'workflow: ID, or with --app a reference such as #/workflows/intake',
    )
    .option('--app <id>', 'ID of the app that defines the workflow')
    .action(
      act(async (context, functionId, { workflow, app }) => {
        const which = workflowArguments(workflow, app);
        async function* read(): AsyncGenerator<JsonObject, void> {
          const { client } = await context.webApi();
          const call = { method: METHOD, arguments: { function_id: functionId, ...which } };
          for await (const { items } of methodPages(client, call)) yield* items;
        }
        await printLimited(context, read(), STEP_VIEW);
      }),
    );
};

/** Returns the arguments for either way to name a workflow (WEB §4.5). */
function workflowArguments(workflow: string, app: string | undefined): Readonly<Record<string, string>> {
  if (app !== undefined) return { workflow, workflow_app_id: app };
  if (workflow.startsWith('Wf')) return { workflow_id: workflow };
  throw new Failure('usage', `"${workflow}" is a workflow reference, which needs --app`, {
    hint: `add --app A…, or give the workflow ID, which starts with Wf`,
  });
}

const text = (value: Json | undefined) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

/** View of a step version (WEB §2.4). */
const STEP_VIEW: ListView<JsonObject> = {
  noun: ['step', 'steps'],
  json: (step) => step,
  columns: [
    { name: 'title', heading: 'Title', importance: 1, value: (step) => text(step['title']) },
    { name: 'workflow', heading: 'Workflow', importance: 2, value: (step) => text(step['workflow_id']) },
    { name: 'step', heading: 'Step', importance: 1, value: (step) => text(step['step_id']) },
    {
      name: 'state',
      heading: 'State',
      importance: 1,
      value: (step) => (step['is_deleted'] === true ? 'deleted' : 'in use'),
      paint: (written, step, palette) =>
        step['is_deleted'] === true ? palette.faint(written) : palette.good(written),
    },
    { name: 'created', heading: 'Version created', importance: 2, isTime: true, value: createdAt },
  ],
};

/** Formats a Unix time in seconds. */
function createdAt(step: JsonObject): string | undefined {
  const written = text(step['workflow_version_created']);
  if (written === undefined || !/^\d{1,11}(\.\d+)?$/.test(written)) return written;
  return momentText(Number(written) * 1000);
}
