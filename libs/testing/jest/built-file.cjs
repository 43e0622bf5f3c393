const { statSync } = require('node:fs');

/**
 * The file that the build has made of a source; undefined where there is none, as for tests, or none of its present text. The set-up
 * of a run builds: to compile all once more takes each worker seconds on a machine that has never run tests.
 */
function builtOf(source) {
  const built = source.replace(
    /^(.*[\\/](?:apps[\\/][^\\/]+|libs[\\/][^\\/]+|tools)[\\/])src([\\/].*)\.ts$/,
    '$1dist$2.js',
  );
  if (built === source) return undefined;
  const at = modifiedAt(built);
  return at !== undefined && at >= modifiedAt(source) ? built : undefined;
}

const modifiedAt = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs;

module.exports = { builtOf };
