// `npm test`: lint, types and every test on embedded servers. `--long` runs the full counts instead of the short forms.
// The last line is "N passed, N failed" (", N skipped" when some were), as Jest counted.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { constants, setPriority, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepare } from './prepare.mjs';
import orphaned from '../libs/launcher/when-orphaned.cjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const bin = (name, program) => join(root, 'node_modules', name, program);

/** The compiler as a native program, in a fifth of the time; ESLint takes the one in JavaScript, whose interface it needs. */
const tsc = bin('typescript-native', 'bin/tsc');

/** Four times V8's default: much of what tests and checks allocate lives for milliseconds. It takes them a tenth less processor time. */
const HEAP = '--max-semi-space-size=64';

/** The checks beside the tests: each is one program and its arguments. */
const CHECKS = {
  'Types (TypeScript)': [tsc, '--noEmit', '-p', 'tsconfig.json'],
  'Types of the app (TypeScript)': [tsc, '--noEmit', '-p', 'apps/web/tsconfig.json'],
  'Lint with types (Oxlint)': [bin('oxlint', 'bin/oxlint'), '.'],
  'Lint (ESLint)': [bin('eslint', 'bin/eslint.js'), '--max-warnings', '0', '.'],
  'Format (Prettier)': [bin('prettier', 'bin/prettier.cjs'), '--check', '--log-level', 'warn', '.'],
};

await prepare({ postgres: true, nats: true });
const long = process.argv.includes('--long');
const jestArguments = process.argv.slice(2).filter((argument) => argument !== '--long');
// Plugins of Nx in processes of their own outlive it when it is killed.
const env = {
  ...process.env,
  NX_DAEMON: 'false',
  NX_ISOLATE_PLUGINS: 'false',
  NX_TUI: 'false',
  BINDERY_TEST: long ? 'long' : 'short',
};
const failures = [];

// The rules about module boundaries read the project graph, which ESLint alone does not make.
const graph = await step('Project graph (Nx)', [bin('nx', 'dist/bin/nx.js'), 'show', 'projects']);
const [counts] = await Promise.all([test(), graph && check()]);

for (const failure of failures) console.log(`✗ ${failure} failed`);
console.log(
  `${counts.passed} passed, ${counts.failed} failed${counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''}`,
);
process.exitCode = failures.length === 0 ? 0 : 1;

/** One check after the other: each takes gigabytes of memory, and tests run meanwhile. */
async function check() {
  for (const [name, command] of Object.entries(CHECKS)) await step(name, command);
}

/** Runs a program quietly; its output is shown when it fails. */
async function step(name, [program, ...args]) {
  const begun = Date.now();
  console.log(`▸ ${name}`);
  const { code, output } = await run(program, args, 'pipe');
  if (code === 0) console.log(`✓ ${name} (${seconds(begun)})`);
  else {
    failures.push(name);
    console.log(`${output.trimEnd()}\n✗ ${name} (${seconds(begun)})`);
  }
  return code === 0;
}

async function test() {
  const begun = Date.now();
  console.log(`▸ Tests${long ? ', long' : ''} (Jest)`);
  const folder = mkdtempSync(join(tmpdir(), 'bindery-jest-'));
  const resultFile = join(folder, 'result.json');
  try {
    const jest = bin('jest', 'bin/jest.js');
    const { code } = await run(
      jest,
      ['--json', `--outputFile=${resultFile}`, '--silent=false', ...jestArguments],
      'inherit',
    );
    const counts = countsOf(resultFile);
    const passed = code === 0 && counts.failed === 0;
    if (!passed) failures.push('Tests');
    console.log(`${passed ? '✓' : '✗'} Tests (${seconds(begun)})`);
    return counts;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A file that did not even load counts as one failure, and so does a run without a result. */
function countsOf(resultFile) {
  try {
    const result = JSON.parse(readFileSync(resultFile, 'utf8'));
    return {
      passed: result.numPassedTests,
      failed: result.numFailedTests + result.numRuntimeErrorTestSuites,
      skipped: result.numPendingTests + result.numTodoTests,
    };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

function run(program, args, output) {
  // Jest prints its JSON on standard output although it has a file for it; people read its standard error.
  const stdio = output === 'pipe' ? ['ignore', 'pipe', 'pipe'] : ['inherit', 'ignore', 'inherit'];
  const child = spawn(process.execPath, [HEAP, program, ...args], { cwd: root, env, stdio });
  // The checks take the processor time that the tests leave.
  if (output === 'pipe' && child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  orphaned.whenOrphaned(() => child.kill('SIGTERM'));
  return new Promise((resolve) => {
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => (text += data));
    child.on('close', (code) => resolve({ code, output: text }));
  });
}

function seconds(begun) {
  return `${((Date.now() - begun) / 1_000).toFixed(1)} s`;
}
