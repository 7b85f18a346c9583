import { describe, expect, it } from 'vitest';
import { ciJob } from '../../src/bulk/run/started-by.ts';

describe('CI job that started a run', () => {
  it.each([
    [{}, undefined],
    [{ CI: '' }, undefined],
    [
      { CI: 'true', BUILD_URL: 'https://ci.example/1' },
      { system: 'CI', url: 'https://ci.example/1' },
    ],
    [
      {
        GITLAB_CI: 'true',
        CI_JOB_NAME: 'apply',
        CI_JOB_URL: 'https://gitlab.example/1',
        GITLAB_USER_LOGIN: 'ann',
      },
      { system: 'GitLab CI', job: 'apply', url: 'https://gitlab.example/1', actor: 'ann' },
    ],
    [
      { JENKINS_URL: 'https://j.example', JOB_NAME: 'people', BUILD_URL: 'https://j.example/7' },
      { system: 'Jenkins', job: 'people', url: 'https://j.example/7' },
    ],
    [
      { CIRCLECI: '1', CIRCLE_JOB: 'x', CIRCLE_BUILD_URL: 'u' },
      { system: 'CircleCI', job: 'x', url: 'u' },
    ],
    [
      { BUILDKITE: '1', BUILDKITE_BUILD_URL: 'u', BUILDKITE_LABEL: 'x' },
      { system: 'Buildkite', job: 'x', url: 'u' },
    ],
    [{ GITHUB_ACTIONS: '1' }, { system: 'GitHub Actions' }],
    [
      { GITHUB_ACTIONS: '1', GITHUB_WORKFLOW: 'people', GITHUB_JOB: 'apply', GITHUB_ACTOR: 'ann' },
      { system: 'GitHub Actions', job: 'people / apply', actor: 'ann' },
    ],
    [
      { GITHUB_ACTIONS: '1', GITHUB_WORKFLOW: '', GITHUB_JOB: 'apply', GITHUB_ACTOR: '' },
      { system: 'GitHub Actions', job: 'apply' },
    ],
    [
      {
        BUILDKITE: '1',
        BUILDKITE_PIPELINE_SLUG: 'people',
        BUILDKITE_LABEL: 'x',
        BUILDKITE_BUILD_CREATOR: 'ann',
      },
      { system: 'Buildkite', job: 'people / x', actor: 'ann' },
    ],
    [
      { CIRCLECI: '1', CIRCLE_USERNAME: 'ann' },
      { system: 'CircleCI', actor: 'ann' },
    ],
    [
      { CI: 'true', JOB_NAME: 'people', GITHUB_ACTIONS: '' },
      { system: 'CI', job: 'people' },
    ],
    [{ CI: 'true', JOB_NAME: '', BUILD_URL: '' }, { system: 'CI' }],
  ])('is detected from the environment %j: %j', (env, job) => {
    expect(ciJob(env)).toEqual(job);
  });

  const PLACE = {
    GITHUB_SERVER_URL: 'https://github.example',
    GITHUB_REPOSITORY: 'acme/people',
    GITHUB_RUN_ID: '77',
  };
  it('has its address on GitHub only if all parts are known', () => {
    const url = 'https://github.example/acme/people/actions/runs/77';
    expect(ciJob({ GITHUB_ACTIONS: '1', ...PLACE })).toEqual({ system: 'GitHub Actions', url });
    for (const missing of Object.keys(PLACE))
      expect(ciJob({ GITHUB_ACTIONS: '1', ...PLACE, [missing]: undefined })).toEqual({
        system: 'GitHub Actions',
      });
  });
});
