import IconNavigation from '@tabler/icons-react/dist/esm/icons/IconNavigation.mjs';
import IconPaw from '@tabler/icons-react/dist/esm/icons/IconPaw.mjs';
import IconPhone from '@tabler/icons-react/dist/esm/icons/IconPhone.mjs';
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs';
import IconUser from '@tabler/icons-react/dist/esm/icons/IconUser.mjs';
import { useState } from 'react';
import { DayGrid, type GridDay, type Petals } from '../booking/day-grid.tsx';
import { CleanerJobCard, DoneLine, JobCard } from '../booking/job-card.tsx';
import { PricePanel } from '../booking/price-panel.tsx';
import { type SlotGroup, SlotList } from '../booking/slot-list.tsx';
import { Button, ButtonLink } from '../parts/button.tsx';
import { TextLink } from '../parts/link.tsx';
import { SectionTitle } from '../parts/page.tsx';
import { TickRow } from '../parts/tick-row.tsx';
import { DayRuler } from '../tiles/day-ruler.tsx';
import { PersonTile } from '../tiles/person-tile.tsx';
import { StepTiles, TileWall, TinyHours } from '../tiles/tile.tsx';
import styles from './gallery.module.css';
import { Part } from './part.tsx';

const FREE: readonly Petals[] = [0, 0, 0, 0, 0, 0, 0, 3, 4, 2, 0, 1, 3, 2, 4, 3, 4, 2, 1, 0, 1];

export const DAYS: readonly GridDay[] = FREE.map((free, index) => {
  const date = new Date(Date.UTC(2026, 10, 16 + index));
  const past = index < 6;
  const petals = free;
  const open = petals === 0 ? 'full' : 'open';
  return {
    date: date.toISOString().slice(0, 10),
    number: String(date.getUTCDate()),
    state: past ? 'past' : open,
    free: petals,
    today: index === 5,
    name: `${date.toLocaleDateString('en-SG', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })}, ${petals === 0 ? 'full' : `${petals} of 4 free`}`,
  };
});

const LIM = { id: 'cleaner-7', initials: 'LS' };
export const SLOTS: readonly SlotGroup[] = [
  {
    key: 'morning',
    label: 'Morning',
    slots: [
      { id: '0830', time: '8:30 am', note: 'Mdm Lim', person: LIM },
      { id: '0900', time: '9:00 am', note: 'Mdm Lim, to 1:00', person: LIM },
      { id: '0930', time: '9:30 am', note: 'Just taken', taken: true },
      { id: '1000', time: '10:00 am', note: 'Nur Aisyah, 4.8' },
    ],
  },
  { key: 'afternoon', label: 'Afternoon', slots: [{ id: '1400', time: '2:00 pm', note: '3 cleaners free' }] },
];

export const VISIT = [{ start: 9, hours: 4, service: 'one-time' as const }];
export const HOURS = ['8 am', '11', '2 pm', '5', '8 pm'];

/** Month, ruler and times. */
export function SlotsAndDays() {
  const [day, setDay] = useState('2026-11-28');
  const [slot, setSlot] = useState('0900');
  return (
    <Part title="Slots and days">
      <DayGrid
        title="November to December"
        weekdays={['M', 'T', 'W', 'T', 'F', 'S', 'S']}
        weekdayNames={['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']}
        days={DAYS}
        chosen={day}
        onChoose={setDay}
        onNext={() => undefined}
        previousLabel="Earlier"
        nextLabel="Later"
        legend={{ free: 'all day free', nearlyFull: 'nearly full', full: 'full' }}
      />
      <h3 style={{ margin: '18px 0 8px' }}>Saturday 28 November</h3>
      <DayRuler blocks={VISIT} hourLabels={HOURS} label="9 am to 1 pm" />
      <SlotList
        groups={SLOTS}
        chosen={slot}
        onChoose={(chosen) => setSlot(chosen.id)}
        alternatives={{
          title: '9:30 am is gone. These are nearest.',
          slots: [
            { id: 'a', time: '10:30 am', note: 'Nur Aisyah, 4.8' },
            { id: 'b', time: '11:30 am', note: '2 cleaners free' },
          ],
        }}
      />
      <h3 style={{ margin: '18px 0 8px' }}>Loading</h3>
      <SlotList groups={[]} chosen={null} onChoose={() => undefined} loading="Getting free times" />
    </Part>
  );
}

const LINES = [
  { key: 'hours', label: '4 hours × S$30', amount: '120.00' },
  { key: 'supplies', label: 'Supplies brought along', amount: '15.00' },
  { key: 'promo', label: <span className="k-code">WELCOME10</span>, amount: '−12.00', good: true },
];

/** Price panels and job cards. */
export function BookingParts() {
  const panel = {
    title: 'One-time, 4 hours',
    service: 'one-time',
    hours: 4,
    tilesLabel: '4 hours',
    lines: LINES,
  } as const;
  return (
    <Part title="Price panel">
      <div className={styles.loose}>
        <PricePanel
          {...panel}
          details={['Sat 28 Nov, 9:00 am to 1:00 pm', 'Blk 145 Lor 2 Toa Payoh']}
          change={<TextLink href="#change">Change</TextLink>}
          total={{ label: 'To pay', amount: 'S$123.00' }}
          gst="GST of S$10.16 included"
        />
        <PricePanel
          {...panel}
          lines={[{ key: 'hours', label: '2 cleaners × 4 hours', amount: '8 h' }]}
          title="Spring, 4 hours"
          service="spring-cleaning"
          cleaners={2}
          tilesLabel="2 cleaners, 4 hours each"
          total={{ label: 'From your credits', amount: '8 hours' }}
          changed={
            <>
              <b>The price changed while you were away.</b> Was 7 hours, now 8. Nothing is taken yet.
            </>
          }
        />
        <PricePanel {...panel} total={{ label: '', amount: '' }} loading="Working out the price" />
        <JobCard
          eyebrow="Next clean"
          when="Tue 24 Nov, 9:00 am"
          place="Blk 145 Lor 2 Toa Payoh, #08-112"
          status="upcoming"
          statusText="In 3 days"
          service="regular"
          ruler={{ blocks: [{ start: 9, hours: 4, service: 'regular' }], label: '9 am to 1 pm' }}
          person={{ ...LIM, name: 'Mdm Lim Siew Hua', note: '9:00 am to 1:00 pm, weekly' }}
          actions={
            <>
              <ButtonLink href="#move" kind="quiet" size="small">
                Move
              </ButtonLink>
              <ButtonLink href="#visit" size="small">
                See visit
              </ButtonLink>
            </>
          }
        />
        <DoneLine
          service="one-time"
          title="Sat 7 Nov"
          note="One-time, 3 hours, S$90.00"
          action={<TextLink href="#again">Again</TextLink>}
        />
      </div>
    </Part>
  );
}

/** The cleaner's sizes and two languages; steps, walls and tiny hours. */
export function CleanerParts() {
  const [ticks, setTicks] = useState(['hob']);
  const tick = (id: string) => (on: boolean) =>
    setTicks((all) => (on ? [...all, id] : all.filter((one) => one !== id)));
  return (
    <>
      <Part title="Cleaner">
        <div data-area="cleaner" className={`${styles.loose} ${styles.cleaner}`}>
          <CleanerJobCard
            next={{ text: 'Next, in 40 minutes', zh: '40 分钟后' }}
            time="9:00 am"
            until="to 1:00 pm"
            place="Blk 97 Lor 3 Toa Payoh"
            unit="#14-203"
            placeNote="Lift B, level 14"
            facts={[
              {
                key: 'who',
                icon: IconUser,
                name: 'Customer',
                text: <b>Mdm Grace Pereira</b>,
                zh: 'Weekly, 4 hours 每周，4 小时',
              },
              {
                key: 'pets',
                icon: IconPaw,
                name: 'Pets',
                text: 'One cat. Keep the gate shut.',
                zh: '有一只猫，请关好铁门。',
              },
            ]}
            sideActions={
              <>
                <ButtonLink href="#map" kind="quiet" icon={IconNavigation} zh="地图">
                  Map
                </ButtonLink>
                <ButtonLink href="tel:+6580000000" kind="quiet" icon={IconPhone} zh="打电话">
                  Call
                </ButtonLink>
              </>
            }
            action={
              <Button full icon={IconPlayerPlay} zh="到了">
                I have arrived
              </Button>
            }
          />
          <CleanerJobCard
            time="3:00 pm"
            until="to 6:00 pm"
            place="Blk 204 Bishan St 23"
            unit="#11-37"
            lines={[{ key: 'kind', text: 'One-time, 3 hours', zh: '一次，3 小时' }]}
          />
        </div>
      </Part>
      <Part title="Checklist, steps, walls">
        <div data-area="cleaner" className={styles.cleaner}>
          <StepTiles done={4} of={10} label="4 of 10 done 已完成 4/10" />
          <SectionTitle ruled end={<span className="k-figure">1/2</span>}>
            Kitchen <span lang="zh">厨房</span>
          </SectionTitle>
          <TickRow checked={ticks.includes('hob')} onChange={tick('hob')} zh="炉灶和抽油烟机">
            Hob and hood
          </TickRow>
          <TickRow checked={ticks.includes('sink')} onChange={tick('sink')} zh="水槽和水龙头">
            Sink and taps
          </TickRow>
        </div>
        <div className={styles.loose} style={{ marginTop: 20 }}>
          <StepTiles done={2} of={7} current size={15} label="3 of 7, date and time" />
          <TileWall service="regular" laid={17} of={24} columns={8} label="17 of 24 hours left" />
          <div className={styles.tiles}>
            <TileWall service="regular" laid={12} columns={6} pattern="ubin" label="12 hours" />
            <TileWall service="moving-in-out" laid={24} columns={6} pattern="ubin" label="24 hours" />
            <TileWall service="spring-cleaning" laid={48} columns={6} pattern="ubin" label="48 hours" />
          </div>
          <p className={styles.wrap}>
            {(['regular', 'one-time', 'spring-cleaning', 'moving-in-out'] as const).map((service) => (
              <TinyHours key={service} service={service} hours={4} />
            ))}
            <TinyHours service="regular" hours={4} solid={2} bare />
          </p>
          <p className={styles.wrap}>
            {['LS', 'RO', 'SW', '林'].map((initials, index) => (
              <PersonTile
                key={initials}
                id={`person-${index}`}
                initials={initials}
                size={60}
                label={initials}
              />
            ))}
            <PersonTile id="person-1" initials="NA" size={28} label="NA" />
          </p>
        </div>
      </Part>
    </>
  );
}
