import { DayRuler } from '#platform/web/design/tiles/day-ruler.tsx';
import { SERVICES } from '#platform/web/design/tiles/drawings.ts';
import { PersonTile } from '#platform/web/design/tiles/person-tile.tsx';
import {
  HourTiles,
  PatternTile,
  SmallTile,
  StepTiles,
  Tile,
  TileWall,
  TinyHours,
} from '#platform/web/design/tiles/tile.tsx';
import { Example } from '../example.tsx';
import styles from '../gallery.module.css';

export function TilesSection() {
  return (
    <>
      <Example name="Tile" use="One tile is one hour. Beside a line of text it identifies the service.">
        {SERVICES.map((service) => (
          <Tile key={service} service={service} size={48} label={service} />
        ))}
        <Tile service="regular" size={48} state="bare" label="nothing" />
        <Tile service="regular" size={48} state="plan" label="booked" />
        <Tile service="regular" size={48} state="now" label="now" />
        <Tile service="regular" size={48} state="done" label="done" />
      </Example>
      <Example name="HourTiles" use="The hours of a booking: a row per cleaner, a column per hour.">
        <HourTiles service="one-time" hours={3.5} label="3.5 hours" />
        <HourTiles service="moving-in-out" hours={4} cleaners={3} label="3 cleaners, 4 hours each" />
        <HourTiles service="spring-cleaning" hours={4} size={22} label="4 hours" />
      </Example>
      <Example name="TileWall" use="The hours left of a pack.">
        <div style={{ width: 220 }}>
          <TileWall service="regular" laid={13.5} of={20} columns={10} label="13.5 of 20 hours" />
        </div>
        <div style={{ width: 160 }}>
          <TileWall service="regular" laid={12} columns={6} pattern="ubin" label="12 hours" />
        </div>
      </Example>
      <Example name="StepTiles" use="Steps done and the current one; never beside hours.">
        <StepTiles done={2} of={7} current size={16} label="3 of 7, date and time" />
      </Example>
      <Example
        name="SmallTile"
        use="A small tile with a meaning: legends, notices, toasts. TinyHours are for tables."
      >
        {(['bare', 'plan', 'now', 'done', 'next'] as const).map((state) => (
          <SmallTile key={state} state={state} />
        ))}
        <TinyHours service="regular" hours={4} solid={2} />
        <span style={{ width: 48, height: 48 }}>
          <PatternTile pattern="kipas" service="spring-cleaning" turn={1} />
        </span>
      </Example>
      <Example name="PersonTile" use="A person: the photo, otherwise a tile that belongs to their id.">
        <PersonTile id="0195a0c2-7e5f-7c11-8f00-000000000001" initials="NA" />
        <PersonTile id="0195a0c2-7e5f-7c11-8f00-000000000002" initials="林" size={64} label="Mdm Lim" />
        <PersonTile id="0195a0c2-7e5f-7c11-8f00-000000000003" initials="SH" size={28} plain />
      </Example>
      <Example name="DayRuler" use="A day from 8 am to 8 pm.">
        <div className={styles.wide}>
          <DayRuler
            blocks={[
              { start: 9, hours: 4, service: 'regular' },
              { start: 13, hours: 0.5, service: 'regular', kind: 'travel' },
              { start: 13.5, hours: 3, service: 'one-time' },
            ]}
            hourLabels={['8 am', '11', '2 pm', '5', '8 pm']}
            label="9 am to 1 pm, then 1:30 to 4:30 pm"
          />
        </div>
      </Example>
    </>
  );
}
