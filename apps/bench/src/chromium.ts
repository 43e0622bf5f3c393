import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Chromium as `CHROMIUM_PATH` names it, or as it is found on the path. */
export const chromiumPath = [
  process.env.CHROMIUM_PATH,
  ...(process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'chromium')),
].find((path) => path && isExecutable(path));

/**
 * Features of Chromium that are off in tests and measurements. The first two make its own user interface load pages in every new
 * window, which takes more processor time than the page to be tested. The others are those that Playwright turns off:
 * Chromium takes the last list that it gets.
 */
const disabledFeatures = [
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'],
  ...[
    'AimEnabled',
    'NetworkTimeServiceQuerying',
    'OptimizationHints',
    'PreconnectToSearch',
    'MediaRouter',
    'LensOverlay',
  ],
  ...['HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable', 'AvoidCorsURLLoaderRestartOnRedirect'],
  ...[
    'ThirdPartyStoragePartitioning',
    'AvoidUnnecessaryBeforeUnloadCheckSync',
    'DestroyProfileOnBrowserClose',
    'PaintHolding',
  ],
];

/** The arguments of Chromium in tests and measurements. */
export const chromiumArguments = ['--no-sandbox', '--disable-gpu', `--disable-features=${disabledFeatures.join(',')}`];

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
