/** Who or what started a run: a person at a machine, or a job of a CI system. */
export interface StartedBy {
  /** User of the operating system. */
  readonly user?: string;
  readonly host: string;
  readonly ci?: CiJob;
  readonly token?: TokenMark;
  /** The command line, without secrets. */
  readonly command: string;
}

/** The job of a CI system, as far as it says. */
export interface CiJob {
  readonly system: string;
  readonly job?: string;
  readonly url?: string;
  /** Who made the job run. */
  readonly actor?: string;
}

/** Tells tokens apart without being one: the last four characters of the SHA-256, in hexadecimal. */
export interface TokenMark {
  /**
   * The kind of the stored token; `given` of one that was given for this run, `sandbox` of the built-in one.
   */
  readonly kind: string;
  readonly hash: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

interface CiSystem {
  readonly system: string;
  /** The variable that is set there and nowhere else. */
  readonly mark: string;
  readonly job: (env: Environment) => string | undefined;
  readonly url: (env: Environment) => string | undefined;
  readonly actor?: string;
}

const CI_SYSTEMS: readonly CiSystem[] = [
  {
    system: 'GitHub Actions',
    mark: 'GITHUB_ACTIONS',
    job: (env) => joined(' / ', env['GITHUB_WORKFLOW'], env['GITHUB_JOB']),
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
    job: (env) => joined(' / ', env['BUILDKITE_PIPELINE_SLUG'], env['BUILDKITE_LABEL']),
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

/** Returns the CI job that an environment describes; undefined outside of CI. */
export function ciJob(env: Environment): CiJob | undefined {
  const found = CI_SYSTEMS.find(({ mark }) => (env[mark] ?? '') !== '');
  if (found === undefined)
    return (env['CI'] ?? '') === '' ? undefined : described('CI', env['JOB_NAME'], env['BUILD_URL']);
  const actor = found.actor === undefined ? undefined : env[found.actor];
  return described(found.system, found.job(env), found.url(env), actor);
}

/** Returns a CI job without what is blank. */
export function described(system: string, job?: string, url?: string, actor?: string): CiJob {
  return {
    system,
    ...(job === undefined || job === '' ? {} : { job }),
    ...(url === undefined || url === '' ? {} : { url }),
    ...(actor === undefined || actor === '' ? {} : { actor }),
  };
}

function joined(separator: string, ...parts: readonly (string | undefined)[]): string | undefined {
  const present = parts.filter((part) => part !== undefined && part !== '');
  return present.length === 0 ? undefined : present.join(separator);
}
