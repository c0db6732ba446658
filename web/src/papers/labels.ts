// Names beside circles, none over another name or circle: what comes first gets its place first.

/** A circle with its name. */
export interface Named {
    x: number;
    y: number;
    r: number;
    /** How wide its name is. */
    width: number;
}

export interface Box {
    x: number;
    y: number;
    width: number;
    height: number;
}

const GAP = 3;

/** Whether two boxes lie over each other. */
export function over(a: Box, b: Box): boolean {
    return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

function touches(box: Box, one: Named): boolean {
    const dx = Math.max(box.x - one.x, 0, one.x - box.x - box.width);
    const dy = Math.max(box.y - one.y, 0, one.y - box.y - box.height);
    return dx * dx + dy * dy < one.r * one.r;
}

/** Where a name may stand, the best first: at the right, the left, below, above. */
function places({ x, y, r, width }: Named, height: number): Box[] {
    const aside = r + GAP;
    return [
        { x: x + aside, y: y - height / 2, width, height },
        { x: x - aside - width, y: y - height / 2, width, height },
        { x: x - width / 2, y: y + aside, width, height },
        { x: x - width / 2, y: y - aside - height, width, height },
    ];
}

/** The place of each name that has one, in the order in which they are given. */
export function placed(all: Named[], height: number, within: Box): (Box | null)[] {
    const taken: Box[] = [];
    return all.map((one) => {
        const box = places(one, height).find(
            (place) =>
                place.x >= within.x &&
                place.y >= within.y &&
                place.x + place.width <= within.x + within.width &&
                place.y + place.height <= within.y + within.height &&
                !taken.some((other) => over(place, other)) &&
                !all.some((other) => other !== one && touches(place, other)),
        );
        if (box) taken.push(box);
        return box ?? null;
    });
}
