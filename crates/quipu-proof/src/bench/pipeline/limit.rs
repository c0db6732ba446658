//! A limit on memory, page cache included: a control group below the process's own, of version 1
//! or 2, that the measured processes enter.

use std::path::{Path, PathBuf};

/// A group with a limit, removed when it is dropped.
#[derive(Debug)]
pub(super) struct Limit {
    /// Its folder.
    pub(super) folder: PathBuf,
}

impl Limit {
    /// A group of at most `bytes`.
    ///
    /// # Errors
    /// With the reason, where the system does not let this process make one.
    pub(super) fn new(bytes: u64) -> Result<Self, String> {
        let groups = std::fs::read_to_string("/proc/self/cgroup").map_err(|error| error.to_string())?;
        let mounts = std::fs::read_to_string("/proc/self/mounts").map_err(|error| error.to_string())?;
        let (own, file) = own_group(&groups, &mounts).ok_or("there is no memory controller")?;
        let group = Self { folder: own.join(format!("quipu-bench-{}", std::process::id())) };
        std::fs::create_dir(&group.folder).map_err(|error| format!("{}: {error}", group.folder.display()))?;
        let limit = group.folder.join(file);
        if !limit.exists() {
            return Err(format!("{} has no {file}", group.folder.display()));
        }
        std::fs::write(&limit, bytes.to_string()).map_err(|error| format!("{}: {error}", limit.display()))?;
        Ok(group)
    }

    /// Moves the calling process into the group of a folder.
    pub(super) fn enter(folder: &Path) -> std::io::Result<()> {
        std::fs::write(folder.join("cgroup.procs"), std::process::id().to_string())
    }
}

impl Drop for Limit {
    fn drop(&mut self) {
        // A group that still holds a process stays, and goes with the machine.
        let _ = std::fs::remove_dir(&self.folder);
    }
}

/// The folder of the process's own group with a memory controller, and the file that limits a group.
fn own_group(groups: &str, mounts: &str) -> Option<(PathBuf, &'static str)> {
    let mount = |wanted: &dyn Fn(&str, &str) -> bool| {
        mounts.lines().find_map(|line| {
            let mut parts = line.split(' ').skip(1);
            let (at, kind, options) = (parts.next()?, parts.next()?, parts.next()?);
            wanted(kind, options).then(|| PathBuf::from(at))
        })
    };
    let path = |controllers: &str| {
        groups.lines().find_map(|line| {
            let (_, rest) = line.split_once(':')?;
            let (named, path) = rest.split_once(':')?;
            named.split(',').any(|name| name == controllers).then(|| path.trim_start_matches('/').to_owned())
        })
    };
    let first = mount(&|kind, options| kind == "cgroup" && options.split(',').any(|option| option == "memory"));
    if let (Some(root), Some(path)) = (first, path("memory")) {
        return Some((root.join(path), "memory.limit_in_bytes"));
    }
    let second = mount(&|kind, _| kind == "cgroup2")?;
    Some((second.join(path("")?), "memory.max"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_group_of_either_version_is_found() {
        let first = "tmpfs /sys/fs/cgroup tmpfs rw 0 0\ncgroup /sys/fs/cgroup/memory cgroup rw,relatime,memory 0 0\n";
        let found = own_group("4:memory:/a/b\n0::/\n", first);
        assert_eq!(found, Some(("/sys/fs/cgroup/memory/a/b".into(), "memory.limit_in_bytes")));
        let found = own_group("0::/user.slice\n", "cgroup2 /sys/fs/cgroup cgroup2 rw,nosuid 0 0\n");
        assert_eq!(found, Some(("/sys/fs/cgroup/user.slice".into(), "memory.max")));
        assert_eq!(own_group("", "proc /proc proc rw 0 0\n"), None);
    }
}
