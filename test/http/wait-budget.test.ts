import { expect, it } from 'vitest';
import { createWaitBudget } from '../../src/http/wait-budget.ts';
import { simulatedTime } from '../support/simulated-time.ts';

it('adds up consecutive waits', async () => {
  const time = simulatedTime();
  const budget = createWaitBudget(1000, time.now);
  const wait = (milliseconds: number) => budget.wait(milliseconds, () => time.sleep(milliseconds));
  await time.run(wait(400));
  await time.run(time.sleep(5000));
  await time.run(wait(599));
  expect(budget.left()).toBe(1);
  await time.run(wait(1));
  expect(budget.left()).toBe(0);
});

it('counts concurrent waits once', async () => {
  const time = simulatedTime();
  const budget = createWaitBudget(1000, time.now);
  const wait = (milliseconds: number) => budget.wait(milliseconds, () => time.sleep(milliseconds));
  const begun = [wait(300), wait(400), wait(100)];
  expect(budget.left()).toBe(1000);
  await time.run(Promise.all(begun));
  expect(budget.left()).toBe(600);
});

it('gives nothing back for a write accepted after the waits', async () => {
  const time = simulatedTime();
  const budget = createWaitBudget(1000, time.now);
  await time.run(budget.wait(900, () => time.sleep(900)));
  budget.recordFirstTrySuccess();
  expect([budget.most, budget.left()]).toEqual([1000, 100]);
});

it('does not count a wait up to the last request accepted meanwhile', async () => {
  const time = simulatedTime();
  const budget = createWaitBudget(1000, time.now);
  const pause = budget.wait(900, () => time.sleep(900));
  await time.run(time.sleep(300));
  budget.recordFirstTrySuccess();
  expect(budget.left()).toBe(1000);
  await time.run(time.sleep(400));
  budget.recordFirstTrySuccess();
  await time.run(pause);
  expect(budget.left()).toBe(800);
  budget.recordFirstTrySuccess();
  expect(budget.left()).toBe(800);
});

it('gives back no more than was counted if a timer fires late', async () => {
  const time = simulatedTime();
  const budget = createWaitBudget(1000, time.now);
  const late = budget.wait(100, () => time.sleep(700));
  await time.run(time.sleep(600));
  budget.recordFirstTrySuccess();
  await time.run(late);
  expect(budget.left()).toBe(1000);
});

it.each([
  [0, 1000],
  [1, 999],
  [600, 400],
])('counts a wait of 600 ms interrupted after %i ms: %i ms are left', async (lasted, left) => {
  const time = simulatedTime();
  const budget = createWaitBudget(1000, time.now);
  const brokenOff = async () => {
    await time.sleep(lasted);
    throw new Error('stop');
  };
  await expect(time.run(budget.wait(600, brokenOff))).rejects.toThrow('stop');
  expect(budget.left()).toBe(left);
});

it('counts the time of failed attempts, concurrent ones once, and not that of other attempts', async () => {
  const time = simulatedTime();
  const budget = createWaitBudget(1000, time.now);
  const [first, second] = [budget.attempt(), budget.attempt()];
  budget.attempt();
  await time.run(time.sleep(300));
  expect(first()).toBe(300);
  await time.run(time.sleep(100));
  expect(second()).toBe(400);
  expect(budget.left()).toBe(600);
  const third = budget.attempt();
  await time.run(budget.wait(200, () => time.sleep(200)));
  expect(third()).toBe(200);
  expect(budget.left()).toBe(400);
});

it('gives back the time of an outage as fast as the run works afterwards', async () => {
  const time = simulatedTime();
  const budget = createWaitBudget(1000, time.now);
  const outage = (milliseconds: number) =>
    budget.wait(milliseconds, () => time.sleep(milliseconds), 'outage');
  await time.run(outage(600));
  expect(budget.left()).toBe(400);
  budget.recordSuccess();
  expect(budget.left()).toBe(400);
  await time.run(time.sleep(250));
  budget.recordSuccess();
  budget.recordSuccess();
  expect(budget.left()).toBe(650);
  await time.run(time.sleep(9000));
  budget.recordSuccess();
  expect(budget.left()).toBe(1000);
});

it('gives back nothing of the time spent throttled', async () => {
  const time = simulatedTime();
  const budget = createWaitBudget(1000, time.now);
  await time.run(budget.wait(600, () => time.sleep(600)));
  await time.run(time.sleep(9000));
  budget.recordSuccess();
  expect(budget.left()).toBe(400);
});

it('counts a failed attempt during an outage as part of it', async () => {
  const time = simulatedTime();
  const budget = createWaitBudget(1000, time.now);
  const inVain = budget.attempt();
  await time.run(time.sleep(300));
  inVain('outage');
  expect(budget.left()).toBe(700);
  await time.run(time.sleep(300));
  budget.recordSuccess();
  expect(budget.left()).toBe(1000);
});
