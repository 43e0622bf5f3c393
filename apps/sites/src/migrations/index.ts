import { Sites1700000012000 } from './1700000012000-sites';
import { Audience1700000012100 } from './1700000012100-audience';
import { Redirects1700000012200 } from './1700000012200-redirects';
import { Insights1700000012300 } from './1700000012300-insights';
import { Lifetimes1700000032000 } from './1700000032000-lifetimes';
import { UndoneDuplications1700000035000 } from './1700000035000-undone-duplications';
import { RedirectSources1700000038000 } from './1700000038000-redirect-sources';
import { PublicSites1700000045000 } from './1700000045000-public-sites';
import { Basenames1700000050000 } from './1700000050000-basenames';
import { Segments1700000061100 } from './1700000061100-segments';
import { AskedQuestions1700000062200 } from './1700000062200-asked-questions';
import { SpaceVersions1700000078000 } from './1700000078000-space-versions';

/** In the order in which they run. */
export const migrations = [
  Sites1700000012000,
  Audience1700000012100,
  Redirects1700000012200,
  Insights1700000012300,
  Lifetimes1700000032000,
  UndoneDuplications1700000035000,
  RedirectSources1700000038000,
  PublicSites1700000045000,
  Basenames1700000050000,
  Segments1700000061100,
  AskedQuestions1700000062200,
  SpaceVersions1700000078000,
];
