import { Injectable } from '@nestjs/common';
import { ModelError } from '@bindery/models';
import { AgentInstructionsRepository } from '../instructions/agent-instructions.repository';
import { BudgetedModels } from '../models/budgeted-models';
import {
  ClusterDescriptionRepository,
  type ClusterEvidence,
  type UndescribedCluster,
} from './cluster-description.repository';
import { extractive, ifModelFailed } from './find-issues';
import { shortened } from '../text/sentences';

interface Description {
  label: string;
  summary: string;
}

const labelLength = 80;
const summaryLength = 800;
const quoted = 3;
const mostSent = 20;
const task =
  'These issues of support conversations are alike. Answer {"label": "...", "summary": "..."}: what they are about in at most ' +
  'eight words, and what users try, meet and would need to know in at most 80 words, without names of people.';

/** Gives clusters a label and a summary: of a model where there is one, else of the issues that are most like them. */
@Injectable()
export class DescribeClusters {
  constructor(
    private readonly clusters: ClusterDescriptionRepository,
    private readonly models: BudgetedModels,
    private readonly agents: AgentInstructionsRepository,
  ) {}

  /** Describes all clusters of an organization that wait for it; `report` is called between them. */
  async run(organization: string, signal: AbortSignal, report: () => Promise<void>): Promise<void> {
    for (let next = await this.clusters.next(organization); next; next = await this.clusters.next(organization)) {
      const { model } = this.models;
      const asked = model && (await this.ask(organization, next, signal).catch(ifModelFailed));
      const provider = asked ? model!.name : extractive;
      await this.clusters.describe(next, { ...(asked ?? extractDescription(next)), provider });
      await report();
    }
  }

  private async ask(organization: string, { issues }: UndescribedCluster, signal: AbortSignal): Promise<Description> {
    const data = { issues: issues.slice(0, mostSent).map(({ title, summary }) => ({ title, summary })) };
    const instructions = await this.agents.text(organization);
    const answer = await this.models.ask(organization, { task, data, instructions, maxTokens: 600 }, signal);
    const { label, summary } = (answer ?? {}) as Record<string, unknown>;
    if (typeof label !== 'string' || typeof summary !== 'string' || !label.trim())
      throw new ModelError('The model returned no label and summary', false);
    const clean = (text: string) => text.toWellFormed().replaceAll('\0', '').replace(/\s+/g, ' ').trim();
    return { label: shortened(clean(label), labelLength), summary: shortened(clean(summary), summaryLength) };
  }
}

/** The title of the issue in the middle, and what those next to it say. */
function extractDescription({ centroid, issues }: Pick<UndescribedCluster, 'centroid' | 'issues'>): Description {
  const ranked = [...issues].sort((a, b) => likeness(b, centroid) - likeness(a, centroid));
  const [middle] = ranked;
  return {
    label: shortened(middle?.title ?? '', labelLength),
    summary: shortened(
      [...new Set(ranked.slice(0, quoted).map(({ summary }) => shortened(summary, 260)))].join(' '),
      summaryLength,
    ),
  };
}

function likeness({ features }: ClusterEvidence, centroid: Record<string, number>): number {
  let product = 0;
  for (const [term, value] of Object.entries(features)) product += value * (centroid[term] ?? 0);
  return product / (Math.hypot(...Object.values(features)) || 1);
}
