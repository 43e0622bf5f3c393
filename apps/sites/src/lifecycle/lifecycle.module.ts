import { Module } from '@nestjs/common';
import { AudienceModule } from '../audience/audience.module';
import { InsightsModule } from '../insights/insights.module';
import { ModelModule } from '../model/model.module';
import { Sweep } from './sweep';

/** Removes expired data. */
@Module({
  imports: [ModelModule, AudienceModule, InsightsModule],
  providers: [Sweep],
})
export class LifecycleModule {}
