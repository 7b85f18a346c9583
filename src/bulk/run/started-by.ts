/** User or system that started a run: a user of a machine, or a job of a CI system. */
export interface StartedBy {
  /** User of the operating system. */
  readonly user?: string;
  readonly host: string;
  readonly ci?: CiJob;
  readonly token?: TokenMark;
  /** The command line, without secrets. */
  readonly command: string;
}

/** A CI job, as far as its environment describes it. */
export interface CiJob {
  readonly system: string;
  readonly job?: string;
  readonly url?: string;
  /** User who triggered the job. */
  readonly actor?: string;
}

/** Distinguishes tokens without revealing them: the last four hexadecimal digits of the SHA-256. */
export interface TokenMark {
  /** Kind of the stored token; `given` for one passed to this run, `sandbox` for the built-in one. */
  readonly kind: string;
  readonly hash: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

interface CiSystem {
  readonly system: string;
  /** Variable that only this system sets. */
  readonly mark: string;
  readonly job: (env: Environment) => string | undefined;
  readonly url: (env: Environment) => string | undefined;
  readonly actor?: string;
}

const CI_SYSTEMS: readonly CiSystem[] = [
  {
    system: 'GitHub Actions',
    mark: 'GITHUB_ACTIONS',
    job: (env) => joinPresent(' / ', env['GITHUB_WORKFLOW'], env['GITHUB_JOB']),
    url: ({ GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: run }) =>
      server === undefined || repository === undefined || run === undefined
        ? undefined
        : `${server}/${repository}/actions/runs/${run}`,
    actor: 'GITHUB_ACTOR',
  },
  {
    system: 'GitLab CI',
    mark: 'GITLAB_CI',
    job: (env) => env['CI_JOB_NAME'],
    url: (env) => env['CI_JOB_URL'],
    actor: 'GITLAB_USER_LOGIN',
  },
  {
    system: 'Buildkite',
    mark: 'BUILDKITE',
    job: (env) => joinPresent(' / ', env['BUILDKITE_PIPELINE_SLUG'], env['BUILDKITE_LABEL']),
    url: (env) => env['BUILDKITE_BUILD_URL'],
    actor: 'BUILDKITE_BUILD_CREATOR',
  },
  {
    system: 'CircleCI',
    mark: 'CIRCLECI',
    job: (env) => env['CIRCLE_JOB'],
    url: (env) => env['CIRCLE_BUILD_URL'],
    actor: 'CIRCLE_USERNAME',
  },
  {
    system: 'Jenkins',
    mark: 'JENKINS_URL',
    job: (env) => env['JOB_NAME'],
    url: (env) => env['BUILD_URL'],
  },
];

/** Returns the CI job that an environment describes; undefined outside CI. */
export function ciJob(env: Environment): CiJob | undefined {
  const found = CI_SYSTEMS.find(({ mark }) => (env[mark] ?? '') !== '');
  if (found === undefined)
    return (env['CI'] ?? '') === '' ? undefined : createCiJob('CI', env['JOB_NAME'], env['BUILD_URL']);
  const actor = found.actor === undefined ? undefined : env[found.actor];
  return createCiJob(found.system, found.job(env), found.url(env), actor);
}

/** Returns a CI job without empty values. */
export function createCiJob(system: string, job?: string, url?: string, actor?: string): CiJob {
  return {
    system,
    ...(job === undefined || job === '' ? {} : { job }),
    ...(url === undefined || url === '' ? {} : { url }),
    ...(actor === undefined || actor === '' ? {} : { actor }),
  };
}

function joinPresent(separator: string, ...parts: readonly (string | undefined)[]): string | undefined {
  const present = parts.filter((part) => part !== undefined && part !== '');
  return present.length === 0 ? undefined : present.join(separator);
}
