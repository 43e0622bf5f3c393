import { Module } from '@nestjs/common';
import { ModelModule } from '../model/model.module';
import { CustomizationController } from './customization.controller';
import { CustomizationRepository } from './customization.repository';
import { FontsConsumer } from './fonts.consumer';

/** The look of sites. */
@Module({
  imports: [ModelModule],
  controllers: [CustomizationController],
  providers: [CustomizationRepository, FontsConsumer],
})
export class CustomizationModule {}
