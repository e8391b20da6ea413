import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { PAY, SIMULATOR } from '../packages.js';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const readJson = <T>(path: string) => JSON.parse(read(path)) as T;
const manifest = readJson<{
  engines: { node: string };
  scripts: Record<string, string>;
  overrides: Record<string, unknown>;
}>('package.json');

interface Job {
  permissions?: Record<string, string>;
  'timeout-minutes'?: number;
  strategy?: { matrix: { node: string[] } };
  steps: { uses?: string; run?: string; with?: Record<string, unknown> }[];
}
interface Workflow {
  on: object;
  permissions?: Record<string, string>;
  jobs: Record<string, Job>;
}

const WORKFLOWS = '.github/workflows';
const workflows = readdirSync(join(ROOT, WORKFLOWS)).map((file): [string, Workflow] => [
  file,
  parse(read(join(WORKFLOWS, file))) as Workflow,
]);
const stepsOf = ({ jobs }: Workflow) => Object.values(jobs).flatMap(({ steps }) => steps);
const commandsOf = (workflow: Workflow) => stepsOf(workflow).flatMap(({ run }) => run ?? []);

describe.each([PAY, SIMULATOR])('$manifest.name', ({ manifest: { repository, homepage, bugs, engines } }) => {
  it('links to one repository', () => {
    const [, address] = /^git\+(https:.+)\.git$/.exec(repository.url) ?? [];
    expect(homepage).toMatch(new RegExp(`^${address}(/tree/main/libs/pay-simulator)?#readme$`));
    expect(bugs.url).toBe(`${address}/issues`);
    expect(read('.github/ISSUE_TEMPLATE/config.yml')).toContain(`${address}/security/policy`);
  });

  it('supports the versions of Node that the repository tests', () => {
    expect(engines).toEqual(manifest.engines);
  });
});

describe.each(workflows)('the workflow %s', (file, workflow) => {
  it('runs scripts that exist', () => {
    const names = commandsOf(workflow).flatMap((command) =>
      [...command.matchAll(/\bnpm (?:run )?(test|(?<=run )[\w:]+)/g)].map(([, name]) => name),
    );
    expect(Object.keys(manifest.scripts)).toEqual(expect.arrayContaining(names));
  });

  it('may only read, except for the permission that its last step needs', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
    const writes = Object.values(workflow.jobs).flatMap(({ permissions = {} }) =>
      Object.entries(permissions).filter(([, access]) => access === 'write'),
    );
    const allowed: Record<string, string[]> = {
      'docs.yml': ['pages', 'id-token'],
      'release.yml': ['id-token'],
    };
    expect(writes.map(([name]) => name)).toEqual(allowed[file] ?? []);
  });

  it('pins actions to commits, stores no credentials in the clone, and has time limits', () => {
    for (const { uses, with: inputs } of stepsOf(workflow)) {
      if (uses === undefined) continue;
      expect(uses).toMatch(/^actions\/[\w-]+@[0-9a-f]{40}$/);
      if (uses.startsWith('actions/checkout@')) expect(inputs).toEqual({ 'persist-credentials': false });
    }
    for (const job of Object.values(workflow.jobs)) expect(job['timeout-minutes']).toBeGreaterThan(0);
  });
});

describe('the repository', () => {
  const workflow = (file: string) => {
    const found = workflows.find(([name]) => name === file)?.[1];
    if (found === undefined) throw new Error(`${WORKFLOWS}/${file} is missing`);
    return found;
  };

  it('tests the oldest supported Node, 22 and 24', () => {
    const floor = read('.nvmrc').trim();
    expect(manifest.engines.node).toBe(`>=${floor}`);
    expect(workflow('ci.yml').jobs['test']?.strategy?.matrix.node).toEqual([floor, '22', '24']);
    expect(commandsOf(workflow('ci.yml')).slice(-3)).toEqual(['npm ci', 'npm test', 'npm test -- --rest']);
  });

  it('runs with the two commands of the README, which are those of the scripts and of CI', () => {
    const [, block = ''] = /```sh\n(git clone .*?)```/s.exec(read('README.md')) ?? [];
    const commands = block
      .split('\n')
      .slice(1)
      .map((line) => line.replace(/ *#.*/, ''));
    expect(commands).toEqual(['npm ci && npm start', 'npm ci && npm test', '']);
    expect(Object.keys(manifest.scripts)).toEqual(expect.arrayContaining(['start', 'test']));
    expect(read('.ci/run')).toContain('npm ci && npm test');
  });

  it('publishes with provenance, after all tests and the check of the tag', () => {
    expect(workflow('release.yml').on).toEqual({ push: { tags: ['v*'] } });
    expect(commandsOf(workflow('release.yml')).slice(-4)).toEqual([
      'npm ci',
      'npm run test:all',
      `test "$GITHUB_REF_NAME" = "v$(node -p "require('./libs/pay/package.json').version")"`,
      'npm publish --workspaces --provenance --access public',
    ]);
    expect(read('.ci/release-dry-run')).toContain('npm run build\nnpm publish --workspaces --dry-run ');
  });

  it('checks the dependencies of users every week', () => {
    expect(workflow('audit.yml').on).toMatchObject({ schedule: [{ cron: expect.stringMatching(/ 1$/) }] });
    expect(commandsOf(workflow('audit.yml'))).toEqual(['npm audit --omit=dev']);
  });

  const FORMS = '.github/ISSUE_TEMPLATE';
  const forms = readdirSync(join(ROOT, FORMS)).filter((file) => file !== 'config.yml');
  it.each(forms)('the issue form %s has the keys that GitHub requires', (file) => {
    const form = parse(read(join(FORMS, file))) as {
      body: {
        type: string;
        id?: string;
        attributes: { label?: string; value?: string; options?: unknown[] };
      }[];
    };
    expect(form).toMatchObject({ name: expect.any(String), description: expect.any(String) });
    const fields = form.body.filter(({ type }) => type !== 'markdown');
    const ids = fields.map(({ id }) => id);
    expect(new Set(ids).size).toBe(fields.length);
    expect(ids).not.toContain(undefined);
    for (const { type, attributes } of form.body) {
      expect(['markdown', 'input', 'textarea', 'dropdown', 'checkboxes']).toContain(type);
      expect(attributes[type === 'markdown' ? 'value' : 'label']).toEqual(expect.any(String));
      if (['dropdown', 'checkboxes'].includes(type)) expect(attributes.options?.length).toBeGreaterThan(0);
    }
  });

  it('asks what was sent, what came back, when and where, if the service behaves differently', () => {
    const { body } = parse(read(`${FORMS}/service-difference.yml`)) as {
      body: { id?: string; validations?: { required: boolean } }[];
    };
    const required = body.filter(({ validations }) => validations?.required).map(({ id }) => id);
    expect(required).toEqual(expect.arrayContaining(['sent', 'received', 'time', 'environment']));
  });

  it('updates Nest packages together, and no package whose newer binaries are missing', () => {
    const { packageRules } = readJson<{
      packageRules: { matchPackageNames?: string[]; groupName?: string; enabled?: boolean }[];
    }>('renovate.json');
    expect(packageRules).toContainEqual(expect.objectContaining({ matchPackageNames: ['@nestjs/**'] }));
    const disabled = packageRules.filter(({ enabled }) => enabled === false);
    expect(disabled.flatMap(({ matchPackageNames = [] }) => matchPackageNames)).toEqual(
      // An override of a dependency's own dependency is an object, and pins nothing.
      expect.arrayContaining(
        Object.entries(manifest.overrides).flatMap(([name, version]) =>
          typeof version === 'string' ? name : [],
        ),
      ),
    );
  });
});
