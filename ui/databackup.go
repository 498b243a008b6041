package ui

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"ditchline/score/backup"
	"ditchline/score/store"

	"github.com/gin-gonic/gin"
)

// dataBackup streams everything that is kept as one zip file.
func (s *Server) dataBackup(c *gin.Context) {
	s.alone(c, func() {
		h := c.Writer.Header()
		h.Set("Content-Type", "application/zip")
		h.Set("Content-Disposition", fmt.Sprintf(`attachment; filename="ditchline-%s.zip"`, s.now().UTC().Format("2006-01-02-1504")))
		h.Set("Cache-Control", "no-store")
		out := &piecewise{w: c.Writer, rc: http.NewResponseController(c.Writer)}
		err := backup.Write(c.Request.Context(), out, backup.Source{Folder: s.records.Folder, Store: s.records.Store, Program: s.version, Now: s.now})
		switch {
		case err == nil:
			s.log.Info("a backup was taken", "MB", out.n>>20)
		case out.n == 0:
			h.Del("Content-Disposition")
			s.log.Error("the backup cannot be made", "error", err)
			refuse(c, http.StatusInternalServerError, "internal", "the backup cannot be made; the program's log says why")
		default:
			s.log.Error("the backup was broken off", "error", err)
			panic(http.ErrAbortHandler) // the file is cut short: let the browser see that
		}
	})
}

// piecewise writes an answer whose length is not bounded: each piece has its
// own time.
type piecewise struct {
	w  io.Writer
	rc *http.ResponseController
	n  int64
}

func (p *piecewise) Write(b []byte) (int, error) {
	if err := p.rc.SetWriteDeadline(time.Now().Add(backupTimeout)); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return 0, err
	}
	n, err := p.w.Write(b)
	p.n += int64(n)
	return n, err
}

// patient reads a body whose length is bounded by room on the disk: each piece
// has its own time.
type patient struct {
	r  io.Reader
	rc *http.ResponseController
}

func (p patient) Read(b []byte) (int, error) {
	if err := p.rc.SetReadDeadline(time.Now().Add(backupTimeout)); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return 0, err
	}
	return p.r.Read(b)
}

// Restored says what a restore brought back.
type Restored struct {
	Made    time.Time `json:"made"` // when the backup was
	Files   int       `json:"files"`
	Bytes   int64     `json:"bytes"`
	Matches int       `json:"matches"`
	Kept    []string  `json:"kept"`    // matches in hand, which stayed as they were
	Restart bool      `json:"restart"` // settings came back that are read when the program starts
}

// dataRestore puts a backup in place of everything that is kept. What was kept
// lies aside until all of it has succeeded, and comes back where it fails.
func (s *Server) dataRestore(c *gin.Context) {
	s.alone(c, func() {
		r, status, err := s.restore(c)
		if err != nil {
			s.log.Warn("a backup was not restored", "error", err)
			code := map[int]string{http.StatusBadRequest: "no_backup", http.StatusRequestEntityTooLarge: "backup_too_big"}[status]
			if code == "" {
				code = "internal"
			}
			refuse(c, status, code, err.Error())
			return
		}
		s.log.Info("a backup was restored", "made", r.Made, "matches", r.Matches)
		reply(c, r)
	})
}

func (s *Server) restore(c *gin.Context) (r Restored, status int, err error) {
	k := s.records
	free, err := k.free()
	if err != nil {
		return r, http.StatusInternalServerError, fmt.Errorf("the disk cannot be measured: %w", err)
	}
	most := k.maxRestore(free)
	if c.Request.ContentLength > most {
		return r, http.StatusRequestEntityTooLarge, fmt.Errorf("the backup has %d MB: there is room for %d", c.Request.ContentLength>>20, most>>20)
	}
	dir, err := os.MkdirTemp(k.Folder, ".restore-")
	if err != nil {
		return r, http.StatusInternalServerError, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	file := filepath.Join(dir, "backup.zip")
	if err := takeBody(c, file, most); err != nil {
		return r, http.StatusRequestEntityTooLarge, err
	}
	a, err := backup.Open(file, backup.Limits{Bytes: most, Files: maxBackupFiles})
	if err != nil {
		return r, statusOf(err), err
	}
	defer a.Close()
	fresh, aside := filepath.Join(dir, "new"), filepath.Join(dir, "old")
	if err := errors.Join(os.Mkdir(fresh, 0o755), os.Mkdir(aside, 0o755)); err != nil {
		return r, http.StatusInternalServerError, err
	}
	if err := a.Unpack(c.Request.Context(), fresh); err != nil {
		return r, statusOf(err), err
	}
	r = Restored{Made: a.Manifest.Made, Files: len(a.Manifest.Files), Bytes: a.Manifest.Bytes(), Kept: append([]string{}, s.playing()...)}
	if status, err := s.exchange(c, fresh, aside, &r); err != nil {
		return r, status, err
	}
	k.digests.clear()
	return r, http.StatusOK, nil
}

// maxBackupFiles is four files of each of 100,000 shots, and more.
const maxBackupFiles = 500_000

func statusOf(err error) int {
	if errors.Is(err, backup.ErrTooBig) {
		return http.StatusRequestEntityTooLarge
	}
	return http.StatusBadRequest
}

// takeBody writes the request's body, the file itself, to the disk.
func takeBody(c *gin.Context, file string, most int64) (err error) {
	out, err := os.Create(file)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	body := patient{http.MaxBytesReader(c.Writer, c.Request.Body, most), http.NewResponseController(c.Writer)}
	if _, err := io.Copy(out, body); err != nil {
		return fmt.Errorf("the backup did not arrive whole: %w", err)
	}
	return nil
}

// exchange puts log, evidence and settings from the folder fresh in place;
// what was there goes to aside, and back if anything fails.
func (s *Server) exchange(c *gin.Context, fresh, aside string, r *Restored) (status int, err error) {
	ctx, k := c.Request.Context(), s.records
	from, err := store.Open(ctx, filepath.Join(fresh, store.FileName))
	if err != nil {
		return http.StatusBadRequest, err
	}
	defer from.Close()
	list, err := from.Matches(ctx)
	if err != nil {
		return http.StatusBadRequest, err
	}
	r.Matches = len(list)
	old := filepath.Join(aside, store.FileName)
	if err := k.Store.Snapshot(ctx, old); err != nil {
		return http.StatusInternalServerError, err
	}
	if err := k.Store.Replace(ctx, from, r.Kept); err != nil {
		return http.StatusBadRequest, err // all or nothing: the log is as it was
	}
	back := func(err error) error {
		before, opened := store.Open(ctx, old)
		if opened != nil {
			return errors.Join(err, opened)
		}
		defer before.Close()
		return errors.Join(err, k.Store.Replace(ctx, before, r.Kept))
	}
	if k.Evidence != nil {
		if err := k.Evidence.Replace(filepath.Join(fresh, "evidence"), filepath.Join(aside, "evidence"), r.Kept); err != nil {
			return http.StatusInternalServerError, back(err)
		}
	}
	changed, err := exchangeSettings(k.Folder, fresh, aside)
	if err != nil {
		if k.Evidence != nil {
			err = errors.Join(err, k.Evidence.Replace(filepath.Join(aside, "evidence"), filepath.Join(fresh, "evidence"), r.Kept))
		}
		return http.StatusInternalServerError, back(err)
	}
	r.Restart = changed
	return http.StatusOK, nil
}
