/** A figure beside what it has to be. */
export interface TargetedFigure {
  name: string;
  value: number;
  unit: 'ms' | 'x' | 'requests/s' | 'sections' | 'connections' | 'elements';
  /** The most, or the least; absent for what only explains other figures. */
  target?: { most: number } | { least: number };
}
